// The board in a notebook. The Python side joins this file with board.js, tiles.js and canvas.js, so it imports nothing itself.
import { Board, Puzzle } from "./board.js";
import { BoardView } from "./canvas.js";
import { useMotifs } from "./tiles.js";

export default {
  render({ model, el }) {
    const view = new BoardView({ label: "Board" });
    view.canvas.style.width = "min(100%, 560px)";
    el.append(view.canvas);
    const refresh = () => {
      useMotifs(model.get("motifs"));
      view.show(new Board(new Puzzle(model.get("puzzle")), model.get("placements")), model.get("options"));
    };
    for (const name of ["puzzle", "placements", "options"]) model.on(`change:${name}`, refresh);
    refresh();
    return () => view.close();
  },
};
