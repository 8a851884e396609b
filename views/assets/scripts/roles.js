// Pages of a role.

// selects all or no permissions of a row
for (const button of document.querySelectorAll("[data-all-of-row]")) {
  const boxes = [...button.closest("[data-matrix-row]").querySelectorAll("input:not(:disabled)")];
  button.hidden = boxes.length < 2;
  button.addEventListener("click", () => {
    const selected = boxes.some((box) => !box.checked);
    for (const box of boxes) box.checked = selected;
  });
}

// derives the key from the name until the reader edits the key
for (const part of document.querySelectorAll("[data-name-of]")) {
  const label = document.getElementById(part.dataset.nameOf);
  const name = part.querySelector("input");
  const nameFor = (text) =>
    text
      .toLowerCase()
      .replaceAll("ı", "i")
      .normalize("NFD")
      .replaceAll(/\p{M}/gu, "")
      .replaceAll(/[^a-z0-9]+/g, "_")
      .replaceAll(/^[_0-9]+|_+$/g, "")
      .slice(0, name.maxLength);
  let follows = name.value === nameFor(label.value);
  name.addEventListener("input", () => (follows = name.value === ""));
  label.addEventListener("input", () => follows && (name.value = nameFor(label.value)));
}
