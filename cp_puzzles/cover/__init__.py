"""The cover problem: the one representation between geometry and engines; its solutions and their verifier."""
