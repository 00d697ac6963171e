// React is published as CommonJS only. These four files are all that a page needs of it, so a loader of its own is less
// than a bundler: each file is fetched after the files it requires, and run as the function that it is.
const files = {
  "react": ["/npm/react/cjs/react.production.js", []],
  "scheduler": ["/npm/scheduler/cjs/scheduler.production.js", []],
  "react-dom": ["/npm/react-dom/cjs/react-dom.production.js", ["react"]],
  "react-dom/client": ["/npm/react-dom/cjs/react-dom-client.production.js", ["react", "react-dom", "scheduler"]],
};
const loaded = {};

export async function require(name) {
  loaded[name] ??= load(...files[name]);
  return loaded[name];
}

async function load(address, needs) {
  const needed = {};
  for (const name of needs) needed[name] = await require(name);
  const source = await (await fetch(address)).text();
  const module = { exports: {} };
  new Function("require", "module", "exports", source)(name => needed[name], module, module.exports);
  return module.exports;
}
