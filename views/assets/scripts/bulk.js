// selects all rows of the page and counts the selection
for (const bar of document.querySelectorAll("form[data-bulk]")) {
  const boxes = [...document.querySelectorAll(`input[type="checkbox"][form="${bar.id}"]`)];
  const label = bar.querySelector("[data-tick-all]");
  const all = label.querySelector("input");
  const said = bar.querySelector("[data-ticked]");
  const show = () => {
    const ticked = boxes.filter((box) => box.checked).length;
    said.textContent = ticked === 0 ? "" : said.dataset.text.replace("%n%", ticked);
    all.checked = ticked === boxes.length;
    all.indeterminate = ticked > 0 && ticked < boxes.length;
    bar.classList.toggle("is-active", ticked > 0);
  };
  label.hidden = false;
  all.addEventListener("change", () => {
    for (const box of boxes) box.checked = all.checked;
    show();
  });
  for (const box of boxes) box.addEventListener("change", show);
  // the browser restores checkboxes after Back
  addEventListener("pageshow", show);
  show();
}
