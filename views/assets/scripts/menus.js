// closes a menu on Escape, on a click outside and when the focus leaves it
const menus = [...document.querySelectorAll("details[data-menu]")];
const closeOthers = (target) => {
  for (const menu of menus) if (menu.open && !menu.contains(target)) menu.open = false;
};
document.addEventListener("click", (event) => closeOthers(event.target));
document.addEventListener("focusin", (event) => closeOthers(event.target));
document.addEventListener("keydown", (event) => {
  const open = event.key === "Escape" && menus.find((menu) => menu.open);
  if (!open) return;
  open.open = false;
  open.querySelector("summary").focus();
});
