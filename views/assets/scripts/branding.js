// the preview of the branding settings follows the form
const preview = document.querySelector("[data-branding-preview]");
if (preview) {
  const field = (name) => document.getElementById(name);
  const sheet = document.querySelector("[data-preview-sheet]");
  const each = (selector, change) => preview.querySelectorAll(selector).forEach(change);
  const show = () => {
    sheet.href = `${preview.dataset.sheets}${field("branding_accent").value.slice(1)}.css`;
    const name = field("general_app_name").value.trim();
    each("[data-name]", (part) => (part.textContent = name));
    each("[data-mark]", (part) => (part.textContent = (Array.from(name)[0] ?? "").toLocaleUpperCase()));
    each("[data-text]", (part) => {
      part.textContent = field("branding_sign_in_text").value.trim();
      part.hidden = part.textContent === "";
    });
    each("[data-adjusted]", (part) => (part.hidden = true));
    const note = preview.querySelector("[data-note]");
    note.textContent = note.dataset.live;
  };
  for (const name of ["general_app_name", "branding_accent", "branding_sign_in_text"])
    field(name).addEventListener("input", show);
}
