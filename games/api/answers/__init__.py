"""The bodies of responses. The data of the engine in them is described in `games.api.shapes`."""
