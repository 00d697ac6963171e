// The shell: what a person sees and types into before there is Python.

const TAG = "ag-ui-chat";
const PLACED = ["sidebar", "side", "page", "full", "embedded"];

const sheet = once(() => {
  const made = new CSSStyleSheet();
  made.replaceSync(built.css);
  return made;
});
const shell = once(() => template(built.shell));
const chip = once(() => template(built.chip));

function template(markup) {
  const html = trusted().createHTML(`<template>${markup}</template>`);
  return new DOMParser().parseFromString(html, "text/html").querySelector("template");
}

/** Give an element its shadow root; the element's class calls this too, so that markup is attached in one place. */
function prepare(host) {
  if (host.shadowRoot) return;
  const root = host.attachShadow({ mode: "open" });
  root.adoptedStyleSheets = [sheet()];
  root.append(document.importNode(shell().content, true));
  host.toggleAttribute("data-empty", !isToBeRestored(host));
  if (!host.hasAttribute("collapsed")) host.toggleAttribute("collapsed", isCollapsedAtFirst(host));
  const corner = movesFreely(host) && remembered(host, "corner");
  if (corner) host.setAttribute("data-corner", corner);
  followProgress(host);
  showFailure(host);
  if (!customElements.get(TAG)) {
    showWritten(host);
    part(host, "field").value = take(host, "draft");
    answerEarly(host);
  }
}

function first(made) {
  return document.importNode(made.content, true).firstElementChild;
}

function part(host, name) {
  return host.shadowRoot.querySelector(`[data-ref="${name}"]`);
}

/** Every chat on the page now, and those that are added until the class takes over. */
function prepareAll() {
  const all = () => document.querySelectorAll(TAG).forEach(prepare);
  const watch = new MutationObserver(all);
  watch.observe(document, { childList: true, subtree: true });
  customElements.whenDefined(TAG).then(() => watch.disconnect());
  all();
}

function isCollapsedAtFirst(host) {
  const choice = remembered(host, "collapsed");
  if (choice) return choice === "true";
  return movesFreely(host) && !host.hasAttribute("data-start-open");
}

/** Whether a conversation is kept for this element: until it is there, the layout of an empty one is not shown. */
function isToBeRestored(host) {
  if (host.conversationStore) return true;
  const place = encodeURIComponent(nameOf(host, host.getAttribute("user-key")));
  const thread = stored(`ag-ui-chat@${place}:thread`);
  return Boolean(thread && !stored(`ag-ui-chat@${place}:new:${thread}`));
}

/** In a corner of the window, where it rests at its launcher, and from where it can be moved. */
function movesFreely(host) {
  return !PLACED.includes(host.getAttribute("placement"));
}

/** Which chat of the page this is, and for what is somebody's own also whose; Python has the same. */
function nameOf(host, user) {
  const owner = host.id || host.getAttribute("endpoint") || host.getAttribute("agent") || "";
  return user ? `${owner} ${encodeURIComponent(user)}` : owner;
}

/** Where something of an element's is kept for the tab; what somebody is writing is theirs alone. */
function keyOf(host, what) {
  return `ag-ui-chat:${nameOf(host, what === "draft" && host.getAttribute("user-key"))}:${what}`;
}

// A page may be refused its storage; then nothing is remembered, and that is all.
function stored(key) {
  try {
    return sessionStorage.getItem(key);
  } catch {
    return null;
  }
}

function remembered(host, what) {
  return stored(keyOf(host, what));
}

function remember(host, what, value) {
  try {
    sessionStorage.setItem(keyOf(host, what), value);
  } catch {}
}

/** What was remembered, or nothing; the next visit does not find it again. */
function take(host, what) {
  const found = remembered(host, what);
  if (found) remember(host, what, "");
  return found ?? "";
}
