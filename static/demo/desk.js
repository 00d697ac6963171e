// The order desk itself, as any page would have it: a form, a list, and nothing about agents.
const form = document.querySelector("#order");
const list = document.querySelector("#orders");
const template = document.querySelector("#order-row");
const problem = document.querySelector("#problem");
let number = 0;

form.noValidate = true;

form.addEventListener("submit", (event) => {
  event.preventDefault();
  const field = [...form.elements].find((element) => !element.validity.valid) ?? missingAddress();
  if (field) return complain(field);
  problem.hidden = true;
  list.append(rowOf(new FormData(form)));
  form.reset();
  count();
});

form.addEventListener("input", () => { problem.hidden = true; });

list.addEventListener("click", (event) => {
  if (!event.target.matches(".delete")) return;
  const row = event.target.closest("li");
  const next = row.nextElementSibling ?? row.previousElementSibling;
  row.remove();
  count();
  if (next) next.querySelector(".delete").focus();
});

/** Whatever is not picked up needs an address. */
function missingAddress() {
  const { shipping, address } = form.elements;
  return shipping.value !== "pickup" && !address.value.trim() ? address : null;
}

function complain(field) {
  const label = form.querySelector(`label[for="${field.id}"]`).textContent;
  problem.textContent = field.value ? `${label}: ${field.validationMessage}` : `${label} is missing.`;
  problem.hidden = false;
  field.focus();
}

function rowOf(data) {
  const row = template.content.cloneNode(true).firstElementChild;
  const address = data.get("address").trim();
  row.dataset.number = ++number;
  row.querySelector("b").textContent = data.get("item").trim();
  row.querySelector(".quantity").textContent = `× ${data.get("quantity")}`;
  row.querySelector(".where").textContent = address || "Picked up at the desk";
  row.querySelector(".shipping").textContent = data.get("shipping");
  row.querySelector(".gift").hidden = !data.has("gift");
  row.querySelector(".delete").setAttribute("aria-label", `Delete order ${number}, ${data.get("item").trim()}`);
  return row;
}

function count() {
  const { length } = list.children;
  document.querySelector("#count").textContent = length;
  document.querySelector("#none").hidden = length > 0;
}

// What the agent can do here and what it did: the inspector, which is an element like any other.
const inspect = document.querySelector("#inspect");
const inspector = document.querySelector("#inspector");
inspect.addEventListener("click", () => inspector.toggleAttribute("open"));
inspector.addEventListener("agentic-inspector-toggle", ({ detail }) => { inspect.ariaExpanded = detail.open; });

// The suggestions in the chat's empty state say what is on them.
const chat = document.querySelector("#desk-chat");
for (const button of document.querySelectorAll("[data-say]")) {
  button.addEventListener("click", async () => {
    await customElements.whenDefined("ag-ui-chat");
    chat.sendMessage(button.dataset.say);
  });
}
