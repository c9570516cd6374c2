"""Where searches are kept between one run and the next."""

from edgematch.store.savefile import SavedRun, load_run, save_run

__all__ = ["SavedRun", "load_run", "save_run"]
