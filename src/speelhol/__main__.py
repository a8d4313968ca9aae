"""`python -m speelhol` is the command line."""

from .loading import loading


def main() -> None:
    """The entry point `speelhol`."""
    with loading():
        from .cli import main as run
    run()


if __name__ == "__main__":
    main()
