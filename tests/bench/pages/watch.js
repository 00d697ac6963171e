// Start of the clock, long tasks, and the moment the text field is laid out.
window.started = performance.now();
window.longTasks = [];
new PerformanceObserver((list) => {
  for (const { startTime, duration } of list.getEntries()) longTasks.push([startTime, duration]);
}).observe({ type: "longtask", buffered: true });

addEventListener("error", ({ message }) => (window.trouble = message));
addEventListener("unhandledrejection", ({ reason }) => (window.trouble = String(reason)));

(function look() {
  const field = document.querySelector("ag-ui-chat")?.shadowRoot?.querySelector("textarea");
  if (field?.offsetWidth) window.shell = performance.now() - started;
  else requestAnimationFrame(look);
})();

window.run = async (query) => {
  const chat = document.querySelector("ag-ui-chat");
  chat.setAttribute("endpoint", `/agent?${query}`);
  longTasks.length = 0;
  let worst = 0;
  let last = performance.now();
  let watching = true;
  requestAnimationFrame(function tick() {
    const now = performance.now();
    worst = Math.max(worst, now - last);
    last = now;
    if (watching) requestAnimationFrame(tick);
  });
  const sent = performance.now();
  const done = new Promise((resolve) => chat.addEventListener("ag-ui-run-finished", resolve, { once: true }));
  chat.sendMessage("go");
  await done;
  const took = performance.now() - sent;
  // The last frame draws what came last.
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 50)));
  watching = false;
  return { took, worst, longTasks: longTasks.length };
};
