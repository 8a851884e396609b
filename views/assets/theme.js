// Runs before the first paint, because only the browser knows the system's theme.
(() => {
  const root = document.documentElement;
  if (root.dataset.theme !== "auto") return;
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const apply = () => root.setAttribute("data-bs-theme", dark.matches ? "dark" : "light");
  apply();
  dark.addEventListener("change", apply);
})();
