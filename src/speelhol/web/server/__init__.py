"""Between the sockets and the application: connections, the short way of what comes by the thousand, streams."""
