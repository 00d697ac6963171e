// A host script as a strict page has it: its own file, and what was refused is kept for the test to read.
window.violations = [];
document.addEventListener("securitypolicyviolation", event => window.violations.push(event.violatedDirective));
customElements.whenDefined("ag-ui-chat").then(() => {
  document.querySelector("ag-ui-chat").registerTool({
    name: "shout",
    description: "Say it louder.",
    parameters: { type: "object", properties: { text: { type: "string" } } },
    handler: ({ text }) => text.toUpperCase(),
  });
  document.documentElement.dataset.ready = "";
});
