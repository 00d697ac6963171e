// What is done before there is Python: a person opens, closes, and sends, which waits in sight and is sent once; the page
// calls methods, which are done later.

const live = new AbortController();
const waiting = [];

function answerEarly(host) {
  const until = { signal: live.signal };
  host.shadowRoot.addEventListener("click", (event) => clicked(host, event), until);
  host.shadowRoot.addEventListener("keydown", (event) => pressed(host, event), until);
  promiseMethods(host);
}

/**
 * A method that is called before there is one is done as soon as there is, in turn, and gives a promise meanwhile. The
 * class takes these away.
 */
function promiseMethods(host) {
  const defined = customElements.whenDefined(TAG);
  for (const name of built.methods) {
    host[name] = (...given) => Promise.race([defined.then(() => host[name](...given)), failed.promise]);
  }
}

function clicked(host, event) {
  const pressed = event.target.closest?.("[data-action]");
  const action = pressed?.dataset.action;
  if (action === "send") sendWritten(host);
  if (action === "suggest") wait(host, pressed.textContent, "send", pressed.textContent);
  if (action === "launch") wait(host, pressed.textContent, "launch", pressed.dataset.name);
  if (action === "expand" || action === "collapse") {
    host.toggleAttribute("collapsed", action === "collapse");
    remember(host, "collapsed", String(action === "collapse"));
    part(host, action === "expand" ? "field" : "launcher").focus();
  }
}

function pressed(host, event) {
  // 229 is what Safari reports for the Enter that ends a composition, after isComposing is over.
  const isPlainEnter = event.key === "Enter" && !event.shiftKey && !event.isComposing && event.keyCode !== 229;
  if (!isPlainEnter || event.target !== part(host, "field")) return;
  event.preventDefault();
  sendWritten(host);
}

function sendWritten(host) {
  const field = part(host, "field");
  const text = field.value.trim();
  if (text && !failure) field.value = "";
  if (text || failure) wait(host, text, "send", text);
}

/** Have a message in sight until it can be sent, or a prompt until it can be launched: Python knows what it says. */
function wait(host, text, what, detail) {
  if (failure) return pointAtFailure(host);
  const message = { host, text, what, detail, chip: chipOf(text) };
  message.chip.addEventListener("click", () => {
    takeBack(message);
    part(host, "field").focus();
  });
  waiting.push(message);
  part(host, "queued").append(message.chip);
  part(host, "status").textContent = word("waiting", { text });
}

function chipOf(text) {
  const made = first(chip());
  made.querySelector('[data-ref="text"]').textContent = text;
  made.ariaLabel = word("takeBack", { text });
  // The element's own chips have an action.
  delete made.dataset.action;
  return made;
}

function takeBack(message) {
  const field = part(message.host, "field");
  if (message.what === "send") field.value = [field.value, message.text].filter(Boolean).join("\n");
  forget(message);
}

function forget(message) {
  waiting.splice(waiting.indexOf(message), 1);
  message.chip.remove();
  part(message.host, "status").textContent = "";
}

/** The elements answer for themselves from here on; what was sent waits with them for the page's scripts. */
function handOver() {
  live.abort();
  for (const message of [...waiting]) {
    forget(message);
    // Not sendMessage(): of several messages it would send the first and drop the rest.
    const { what, detail } = message;
    message.host.shadowRoot.dispatchEvent(new CustomEvent(`agentic-early-${what}`, { detail }));
  }
}
