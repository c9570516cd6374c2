"""Where searches are kept between one run and the next."""

from edgematch.store.board_folder import BoardFolder
from edgematch.store.savefile import SavedRun, add_runs, load_run, save_parts, save_run

__all__ = ["BoardFolder", "SavedRun", "add_runs", "load_run", "save_parts", "save_run"]
