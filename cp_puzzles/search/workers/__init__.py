"""Workers that search the parts, in threads, processes or a cluster, and their messages."""
