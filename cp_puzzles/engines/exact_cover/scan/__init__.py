"""The scan of narrow boards whose pieces are used once each: first empty cell first, placements by table."""
