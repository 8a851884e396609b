// What all forms do.

// language and colours apply when they are chosen
for (const form of document.querySelectorAll("form[data-preferences]")) {
  form.querySelector("[data-no-script]")?.remove();
  form.addEventListener("change", () => form.requestSubmit());
}

// the list of what is wrong is where a reader goes on
document.querySelector("[data-focus]")?.focus();

// a form is sent once
for (const form of document.querySelectorAll("form"))
  form.addEventListener("submit", () => {
    for (const button of form.elements)
      if (button.type === "submit") setTimeout(() => (button.disabled = true));
  });
addEventListener("pageshow", () => {
  for (const button of document.querySelectorAll('button[type="submit"]:disabled')) button.disabled = false;
});

// what was allowed before goes on by itself
document.querySelector("form[data-go-on]")?.requestSubmit();

// the password is asked for when what needs it has changed
for (const part of document.querySelectorAll("[data-with-change-of]")) {
  const input = document.getElementById(part.dataset.withChangeOf);
  const show = () => (part.hidden = input.value.trim() === part.dataset.unchanged);
  show();
  input.addEventListener("input", show);
}
