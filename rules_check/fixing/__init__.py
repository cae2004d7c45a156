"""Applies the fixes that findings carry, and looks at each text again afterwards."""
