"""The scan: narrow boards whose pieces are used once each, first empty cell first, what fits there by table."""
