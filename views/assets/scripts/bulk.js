// selects all rows of the page, counts the selection, and shows the controls of the bar while there is one
for (const bar of document.querySelectorAll("form[data-bulk]")) {
  const boxes = [...document.querySelectorAll(`input[name="users"][form="${bar.id}"]`)];
  const label = bar.querySelector("[data-tick-all]");
  const [all, said] = [label.querySelector("input"), bar.querySelector("[data-selected]")];
  const isRejected = bar.querySelector("[aria-invalid]") !== null;
  const show = () => {
    const selected = boxes.filter((box) => box.checked).length;
    said.textContent = selected === 0 ? "" : said.dataset.text.replace("%n%", selected);
    all.checked = selected === boxes.length;
    all.indeterminate = selected > 0 && selected < boxes.length;
    bar.classList.toggle("is-idle", selected === 0 && !isRejected);
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
