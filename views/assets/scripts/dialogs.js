// Dialogs that confirm an action. Without this script a link leads to the dialog, which fills the page.

for (const link of document.querySelectorAll("a[data-dialog]")) {
  const dialog = document.getElementById(link.hash.slice(1));
  link.role = "button";
  link.addEventListener("click", (event) => {
    event.preventDefault();
    dialog.showModal();
  });
  link.addEventListener("keydown", (event) => {
    if (event.key !== " ") return;
    event.preventDefault();
    link.click();
  });
}
for (const dialog of document.querySelectorAll("dialog.confirm")) {
  dialog.querySelector("[data-cancel]").addEventListener("click", (event) => {
    event.preventDefault();
    dialog.close();
  });
  // the server opens a dialog whose form was rejected, and an address can lead to one
  if (!dialog.open && location.hash !== `#${dialog.id}`) continue;
  dialog.removeAttribute("open");
  dialog.showModal();
}
