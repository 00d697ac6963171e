// A form whose inputs React controls: what is typed counts only once it is in React's state, shown as JSON below it.
import { require } from "./commonjs.js";
import { fillField, selectControl, setControlValue, toggleCheckbox } from "/dist/agentic.mjs";

const { createElement, useState } = await require("react");
const { createRoot } = await require("react-dom/client");

function Order() {
  const [order, setOrder] = useState({ name: "", quantity: "1", shipping: "standard", gift: false, address: "" });
  const change = field => event => {
    const { type, value, checked } = event.target;
    setOrder(held => ({ ...held, [field]: type === "checkbox" ? checked : value }));
  };
  const control = (tag, field, more = {}) =>
    createElement(tag, { id: field, "aria-label": field, value: order[field], onChange: change(field), ...more });
  return createElement("form", {},
    control("input", "name"),
    control("input", "quantity", { type: "number" }),
    control("select", "shipping", {
      children: ["standard", "express"].map(way => createElement("option", { key: way }, way)),
    }),
    createElement("input", { id: "gift", type: "checkbox", checked: order.gift, onChange: change("gift") }),
    control("textarea", "address"),
    createElement("output", { id: "state" }, JSON.stringify(order)));
}

createRoot(document.querySelector("#root")).render(createElement(Order));
Object.assign(window, { fillField, selectControl, setControlValue, toggleCheckbox });
document.documentElement.dataset.ready = "";
