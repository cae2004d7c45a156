"""Which packages there are; everything else stands in pyproject.toml.

The folders at the top are packages of `rules_check`. In a checkout the links in rules_check/ make
them so. A build does not need the links: not every system and not every archive keeps them.
"""

from setuptools import find_packages, setup

FOLDERS = ["cards", "grammar", "oracle", "properties", "rules"]

front_door = find_packages(include=["rules_check", "rules_check.*"])
linked = find_packages(include=[pattern for name in FOLDERS for pattern in (name, f"{name}.*")])

setup(
    packages=sorted({*front_door, *(f"rules_check.{name}" for name in linked)}),
    package_dir={f"rules_check.{name}": name for name in FOLDERS},
)
