"""Rivals' servers for bench/server.py, and the floor beneath all of them; their packages come by npm."""
