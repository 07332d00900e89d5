"""The work on the parts: who searches them, here or in a cluster, and what they tell."""
