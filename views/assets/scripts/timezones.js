// proposes the time zone of the browser for a new account
for (const input of document.querySelectorAll("[data-browser-timezone]"))
  input.value = Intl.DateTimeFormat().resolvedOptions().timeZone ?? "";
