"""What a memory is: levels, spaces, ids, sort keys, life and death. Pure: no I/O."""
