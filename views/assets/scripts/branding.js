// the preview of the branding settings follows the form
const preview = document.querySelector("[data-branding-preview]");
if (preview) {
  const field = (name) => document.getElementById(`branding_${name}`);
  const sheet = document.querySelector("[data-preview-sheet]");
  const each = (selector, change) => preview.querySelectorAll(selector).forEach(change);
  const show = () => {
    const accent = field("accent").value.trim().toLowerCase() || preview.dataset.shipped;
    if (/^#[0-9a-f]{6}$/.test(accent)) sheet.href = `${preview.dataset.sheets}${accent.slice(1)}.css`;
    each("[data-name]", (part) => (part.textContent = field("name").value.trim() || preview.dataset.unnamed));
    each("[data-text]", (part) => {
      part.textContent = field("sign_in_text").value.trim();
      part.hidden = part.textContent === "";
    });
    each("[data-adjusted]", (part) => (part.hidden = true));
    const note = preview.querySelector("[data-note]");
    note.textContent = note.dataset.live;
  };
  for (const name of ["name", "accent", "sign_in_text"]) field(name).addEventListener("input", show);
}
