"""One file per step; a step is never changed once it was released."""
