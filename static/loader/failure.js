// A boot that fails says so in every panel, in words a person can act on.

let failure = null;

class FileError extends Error {
  constructor(file, why) {
    super(word("file", { file, why }));
    this.file = file;
  }
}

function fail(error) {
  failure = error;
  console.error(error);
  for (const message of [...waiting]) takeBack(message);
  document.querySelectorAll(TAG).forEach((host) => host.shadowRoot && showFailure(host));
}

function showFailure(host) {
  const place = failure && part(host, "failure");
  if (!place) return;
  const retry = document.createElement("button");
  retry.type = "button";
  retry.className = "failure-retry";
  retry.textContent = word("retry");
  retry.addEventListener("click", () => location.reload());
  place.replaceChildren(sentence(failure), " ", retry);
  place.hidden = false;
  part(host, "launcher").toggleAttribute("data-failed", true);
}

function sentence(error) {
  if (error instanceof FileError || error instanceof NoWebAssembly) return error.message;
  // A Python error carries its whole traceback; its last line says what happened.
  const why = String(error?.message ?? error).trim().split("\n").at(-1);
  return word("other", { why: /[.!?]$/.test(why) ? why : `${why}.` });
}

class NoWebAssembly extends Error {}

/** Throws where WebAssembly is not to be had, before anything is asked of it. */
function checkWebAssembly() {
  if (typeof WebAssembly !== "object") throw new NoWebAssembly(word("noWebAssembly"));
  try {
    new WebAssembly.Module(Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0));
  } catch {
    throw new NoWebAssembly(word("forbidden"));
  }
}
