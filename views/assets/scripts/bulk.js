// selects all rows of the page and counts the selection
for (const bar of document.querySelectorAll("form[data-bulk]")) {
  const boxes = [...document.querySelectorAll(`input[type="checkbox"][form="${bar.id}"]`)];
  const label = bar.querySelector("[data-tick-all]");
  const all = label.querySelector("input");
  const said = bar.querySelector("[data-selected]");
  const show = () => {
    const selected = boxes.filter((box) => box.checked).length;
    said.textContent = selected === 0 ? "" : said.dataset.text.replace("%n%", selected);
    all.checked = selected === boxes.length;
    all.indeterminate = selected > 0 && selected < boxes.length;
    bar.classList.toggle("is-active", selected > 0);
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
