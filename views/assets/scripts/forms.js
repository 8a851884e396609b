// All forms.

// applies language and theme on selection
for (const form of document.querySelectorAll("form[data-preferences]")) {
  form.querySelector("[data-no-script]")?.remove();
  form.addEventListener("change", () => form.requestSubmit());
}

// focuses the error summary
document.querySelector("[data-focus]")?.focus();

// prevents submitting a form twice, and shows that it is being sent
for (const form of document.querySelectorAll("form"))
  form.addEventListener("submit", ({ submitter }) => {
    if (form.method === "post") submitter?.classList.add("btn-loading");
    for (const button of form.elements)
      if (button.type === "submit") setTimeout(() => (button.disabled = true));
  });
addEventListener("pageshow", () => {
  for (const button of document.querySelectorAll('button[type="submit"]:disabled')) {
    button.disabled = false;
    button.classList.remove("btn-loading");
  }
});

// submits a code from the authenticator app when all of its digits are there
for (const input of document.querySelectorAll('input[autocomplete="one-time-code"]'))
  input.addEventListener("input", () => {
    if (/^\s*\d{3}[\s-]?\d{3}\s*$/.test(input.value) && !input.form.querySelector(":disabled"))
      input.form.requestSubmit();
  });

// continues automatically if consent was given before
document.querySelector("form[data-go-on]")?.requestSubmit();

// shows the password field when a field that needs it has changed
for (const part of document.querySelectorAll("[data-with-change-of]")) {
  const input = document.getElementById(part.dataset.withChangeOf);
  const show = () => (part.hidden = input.value.trim() === part.dataset.unchanged);
  show();
  input.addEventListener("input", show);
}
