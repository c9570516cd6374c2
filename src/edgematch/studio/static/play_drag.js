// Dragging a piece with any pointer: a picture of it follows, and the end of the drag says where it was dropped.

import { pieceCanvas } from "./tiles.js";

const FAR = 8; // pixels from which on a pressed pointer drags

// `onbegin()` is called when the drag begins, `ondrop(event)` when it ends; `event` is null when it was cancelled.
export function dragPiece(start, puzzle, placement, size, { onbegin, ondrop }) {
  if (start.button > 0) return;
  let ghost = null;

  function move(event) {
    if (event.pointerId !== start.pointerId) return;
    if (!ghost) {
      if (Math.hypot(event.clientX - start.clientX, event.clientY - start.clientY) < FAR) return;
      onbegin();
      ghost = pieceCanvas(puzzle, placement, size);
      ghost.className = "ghost";
      ghost.style.width = ghost.style.height = `${size}px`;
      document.body.append(ghost);
    }
    ghost.style.left = `${event.clientX}px`;
    ghost.style.top = `${event.clientY}px`;
    event.preventDefault();
  }

  function end(event) {
    if (event.pointerId !== start.pointerId) return;
    for (const [name, listener] of Object.entries(listeners)) removeEventListener(name, listener);
    if (!ghost) return;
    ghost.remove();
    const swallow = (click) => click.stopPropagation(); // the release of a drag is no tap
    addEventListener("click", swallow, { capture: true });
    setTimeout(() => removeEventListener("click", swallow, { capture: true }));
    ondrop(event.type === "pointerup" ? event : null);
  }

  const listeners = { pointermove: move, pointerup: end, pointercancel: end };
  for (const [name, listener] of Object.entries(listeners)) addEventListener(name, listener);
}
