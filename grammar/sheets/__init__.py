"""Cards in tables: spreadsheets, JSON and Markdown, made into the text of a card file and back."""
