// Every control that React controls: what counts is its state, which is what is sent.
import { useState } from "react";
import { render } from "./render.jsx";

let held;

function Order() {
  const [order, setOrder] = useState({
    name: "", quantity: "1", due: "", shipping: "standard", extras: [], size: "m", gift: false, note: "",
  });
  held = order;
  const set = (field, value) => setOrder(now => ({ ...now, [field]: value }));
  const control = field => ({ "aria-label": field, value: order[field], onChange: e => set(field, e.target.value) });
  const chosen = select => [...select.selectedOptions].map(option => option.value);
  return <form>
    <input {...control("name")} />
    <input type="number" {...control("quantity")} />
    <input type="date" {...control("due")} />
    <select {...control("shipping")}><option>standard</option><option>express</option></select>
    <select multiple {...control("extras")} onChange={e => set("extras", chosen(e.target))}>
      <option value="card">Card</option><option value="ribbon">Ribbon</option><option value="box">Box</option>
    </select>
    <fieldset><legend>Size</legend>
      {["s", "m", "l"].map(size => <label key={size}>
        <input type="radio" name="size" value={size} checked={order.size === size}
          onChange={() => set("size", size)} />{size.toUpperCase()}</label>)}
    </fieldset>
    <label><input type="checkbox" checked={order.gift} onChange={e => set("gift", e.target.checked)} />Gift</label>
    <textarea {...control("note")} />
    <button>Send</button>
  </form>;
}

export const mount = place => render(place, <Order />, () => held);
