// What a person does before there is Python: open, close, and Send, which waits in sight and is sent once.

const live = new AbortController();
const waiting = [];

function answerEarly(host) {
  const until = { signal: live.signal };
  host.shadowRoot.addEventListener("click", (event) => clicked(host, event), until);
  host.shadowRoot.addEventListener("keydown", (event) => pressed(host, event), until);
}

function clicked(host, event) {
  const action = event.target.closest?.("[data-action]")?.dataset.action;
  if (action === "send") sendLater(host);
  if (action === "expand" || action === "collapse") {
    host.toggleAttribute("collapsed", action === "collapse");
    remember(host);
    part(host, action === "expand" ? "field" : "launcher").focus();
  }
}

function pressed(host, event) {
  // 229 is what Safari reports for the Enter that ends a composition, after isComposing is over.
  const isPlainEnter = event.key === "Enter" && !event.shiftKey && !event.isComposing && event.keyCode !== 229;
  if (!isPlainEnter || event.target !== part(host, "field")) return;
  event.preventDefault();
  sendLater(host);
}

function sendLater(host) {
  const field = part(host, "field");
  const text = field.value.trim();
  if (!text || failure) return;
  field.value = "";
  const chip = document.createElement("button");
  chip.className = "queued-chip";
  chip.type = "button";
  chip.ariaLabel = word("takeBack", { text });
  const label = document.createElement("span");
  label.className = "queued-text";
  label.textContent = text;
  chip.append(label);
  const message = { host, text, chip };
  chip.addEventListener("click", () => {
    takeBack(message);
    field.focus();
  });
  waiting.push(message);
  part(host, "queued").append(chip);
  part(host, "status").textContent = word("waiting", { text });
}

function takeBack(message) {
  const field = part(message.host, "field");
  field.value = [field.value, message.text].filter(Boolean).join("\n");
  forget(message);
}

function forget(message) {
  waiting.splice(waiting.indexOf(message), 1);
  message.chip.remove();
  part(message.host, "status").textContent = "";
}

/** The elements answer for themselves from here on. */
function handOver() {
  live.abort();
  for (const message of [...waiting]) {
    forget(message);
    // Not sendMessage(): of several messages it would send the first and drop the rest.
    message.host.shadowRoot.dispatchEvent(new CustomEvent("agentic-early-send", { detail: message.text }));
  }
}
