// The progress of an import, and files that are too large.
const EVERY_MS = 2000;

const progress = document.querySelector("[data-refresh]");
if (progress) setTimeout(refresh, EVERY_MS);

async function refresh() {
  const response = await fetch(location.href).catch(() => null);
  const text = response?.ok ? await response.text() : null;
  if (text !== null) {
    const found = new DOMParser().parseFromString(text, "text/html").querySelector("[data-refresh]");
    if (found?.dataset.refresh !== progress.dataset.refresh) return location.reload();
    progress.replaceChildren(...found.childNodes);
  }
  setTimeout(refresh, EVERY_MS);
}

for (const input of document.querySelectorAll("input[data-max-bytes]"))
  input.addEventListener("change", () => {
    const isTooLarge = (input.files[0]?.size ?? 0) > Number(input.dataset.maxBytes);
    input.setCustomValidity(isTooLarge ? input.dataset.tooLarge : "");
    if (isTooLarge) {
      input.reportValidity();
      input.value = "";
      input.setCustomValidity("");
    }
  });
