"""The interactions of a set: as a graph, as pictures, and as a report."""
