// What the markup of an element says is shown before there is Python, so that nothing moves when Python shows it: words,
// title, name, starters, prompts. What is not as it should be is left out here; Python tells of it.

const MOST_STARTERS = 4;
const LONGEST_STARTER = 120;
const starterChip = once(() => template(built.starter));
const promptChip = once(() => template(built.prompt));

function showWritten(host) {
  const words = written(host, "data-strings", "[object Object]", {});
  reword(host, words);
  const title = host.getAttribute("title-text") || words.titleText;
  if (title) for (const name of ["title", "rail"]) part(host, name).textContent = title;
  const name = host.getAttribute("user-name")?.trim();
  if (name) part(host, "greeting").textContent = filled(words.greeting ?? built.words.greeting, { name });
  part(host, "checkpoints").hidden = !host.getAttribute("data-runs-url");
  offer(host.shadowRoot.querySelector('[data-part="starters"]'), starters(host), starterOf);
  const hasChips = (host.getAttribute("data-prompt-chips") ?? "false") !== "false";
  offer(part(host, "chips"), hasChips ? prompts(host) : [], promptOf);
}

function offer(place, things, chipOf) {
  place.replaceChildren(...things.map(chipOf));
  place.hidden = !things.length;
}

function starters(host) {
  const listed = written(host, "data-starters", "[object Array]", []);
  const texts = listed.filter((each) => typeof each === "string").map((each) => each.trim());
  const usable = texts.filter((each) => each && [...each].length <= LONGEST_STARTER);
  return [...new Set(usable)].slice(0, MOST_STARTERS);
}

function starterOf(text) {
  const made = first(starterChip());
  made.textContent = text;
  return made;
}

/** The skills that are to be seen; of one name the last counts, at the place of the first. */
function prompts(host) {
  const text = (value) => (typeof value === "string" ? value.trim() : "");
  const listed = written(host, "data-skills", "[object Array]", []).filter(Boolean);
  const skills = listed.map(({ name, title, description, chip }) => {
    return { name: text(name), title: text(title), tip: text(description), chip };
  });
  const whole = skills.filter(({ name, title }) => name && title && !/\s/.test(name));
  return [...new Map(whole.map((each) => [each.name, each])).values()].filter(({ chip }) => chip === true);
}

function promptOf({ name, title, tip }) {
  const made = first(promptChip());
  made.textContent = title;
  made.dataset.name = name;
  if (tip) made.title = tip;
  return made;
}

function reword(host, words) {
  const has = (key) => typeof words[key] === "string";
  for (const node of host.shadowRoot.querySelectorAll("[data-word], [data-word-label], [data-word-placeholder]")) {
    const { word, wordLabel, wordPlaceholder } = node.dataset;
    if (has(word)) node.textContent = words[word];
    if (has(wordPlaceholder)) node.placeholder = words[wordPlaceholder];
    const labels = has(wordLabel) ? ["aria-label", "title"] : [];
    for (const label of labels.filter((each) => node.hasAttribute(each))) node.setAttribute(label, words[wordLabel]);
  }
}

/** The JSON of an attribute, if it is of the kind that is wanted. */
function written(host, attribute, kind, otherwise) {
  try {
    const value = JSON.parse(host.getAttribute(attribute) || "null");
    return Object.prototype.toString.call(value) === kind ? value : otherwise;
  } catch {
    return otherwise;
  }
}
