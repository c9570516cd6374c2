// Pointing at a cell tells about it below the picture; pointing at a break in the list lights up its two cells.
for (const article of document.querySelectorAll("article")) {
  const line = article.querySelector("figcaption");
  const resting = line.textContent;
  const cells = article.querySelectorAll(".cell");
  for (const cell of cells) {
    const title = cell.querySelector("title");
    const words = title.textContent;
    title.remove(); // else the browser shows it a second time
    cell.setAttribute("aria-label", words);
    cell.addEventListener("pointerenter", () => { line.textContent = words; });
    cell.addEventListener("pointerleave", () => { line.textContent = resting; });
  }
  for (const item of article.querySelectorAll("li[data-cells]")) {
    const lit = item.dataset.cells.split(" ").map(number => cells[number]);
    const light = on => () => lit.forEach(cell => cell.classList.toggle("lit", on));
    for (const event of ["pointerenter", "focus"]) item.addEventListener(event, light(true));
    for (const event of ["pointerleave", "blur"]) item.addEventListener(event, light(false));
  }
}
