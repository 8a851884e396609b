// continues when the address has been verified, perhaps on another device
const waiting = document.querySelector("[data-verification]");
if (waiting) {
  const INTERVAL = 5000; // milliseconds
  waiting.hidden = false;
  const isVerified = async () => {
    const response = await fetch(waiting.dataset.verification, { headers: { Accept: "application/json" } });
    return response.ok && !(await response.json()).data.waiting;
  };
  const ask = async () => {
    // a lost connection comes back
    if (!document.hidden && (await isVerified().catch(() => false))) location.assign(waiting.dataset.then);
    else setTimeout(ask, INTERVAL);
  };
  setTimeout(ask, INTERVAL);
}
