// Secrets that are shown once and can be copied.

// copies and prints recovery codes
for (const button of document.querySelectorAll("[data-copy-lines]")) {
  const list = document.getElementById(button.dataset.copyLines);
  button.hidden = false;
  button.setAttribute("aria-live", "polite");
  button.addEventListener("click", async () => {
    if (await copyText(list)) button.textContent = button.dataset.copied;
  });
}
for (const button of document.querySelectorAll("[data-print]")) {
  button.hidden = false;
  button.addEventListener("click", () => print());
}

// a dialog with a secret closes only by its button, after the secret is stored
for (const dialog of document.querySelectorAll("dialog[data-secret-once]")) {
  const find = (what) => dialog.querySelector(`[data-${what}]`);
  const [secret, copy, stored, form] = [
    find("secret"),
    find("copy"),
    find("stored"),
    dialog.querySelector("form"),
  ];
  const done = form.querySelector('button[type="submit"]');
  const { back } = dialog.dataset;
  // a reload must show the list instead of submitting the form again
  history.replaceState(null, "", back);
  // Back stays on this page; other ways to leave it ask for confirmation
  const stay = () => history.pushState(null, "", back);
  const hold = (event) => event.preventDefault();
  stay();
  addEventListener("popstate", stay);
  addEventListener("beforeunload", hold);
  const leave = () => {
    removeEventListener("popstate", stay);
    removeEventListener("beforeunload", hold);
    addEventListener("popstate", () => location.replace(back), { once: true });
    history.back();
  };
  dialog.removeAttribute("open");
  dialog.showModal();
  dialog.addEventListener("cancel", hold);
  dialog.addEventListener("keydown", (event) => event.key === "Escape" && hold(event));
  dialog.addEventListener("close", () => secret.textContent && dialog.showModal());
  const sync = () => (done.disabled = !stored.checked);
  stored.addEventListener("change", sync);
  addEventListener("pageshow", (event) => (event.persisted ? location.replace(back) : sync()));
  // a page in the back/forward cache must not contain the secret
  addEventListener("pagehide", () => (secret.textContent = ""));
  copy.hidden = false;
  copy.addEventListener("click", async () => {
    const copied = await copyText(secret);
    find("copy-status").textContent = copied ? copy.dataset.copied : copy.dataset.failed;
    if (copied) stored.checked = true;
    sync();
  });
  form.addEventListener("submit", (event) => {
    hold(event);
    leave();
  });
  sync();
  copy.focus();
}
async function copyText(element) {
  try {
    await navigator.clipboard.writeText(element.innerText);
    return true;
  } catch {
    // outside of https there is no clipboard but the old one
    getSelection().selectAllChildren(element);
    return document.execCommand("copy");
  }
}
