"""The meaning of cards as data for other programs: the document, its schema, its reference."""
