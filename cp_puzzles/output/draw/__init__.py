"""Pictures of shapes and labels, and the formats that draw them."""
