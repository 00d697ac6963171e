// Masks that write the field anew after every key, one of them with its gaps in sight.
import IMask from "imask";
import { put } from "./sent.js";

export function mount(place) {
  put(place, `<form><input aria-label="Phone" name="phone"><input aria-label="Gaps" name="gaps">
    <input aria-label="Amount" name="amount"><button>Send</button></form>`);
  const [phone, gaps, amount] = place.querySelectorAll("input");
  IMask(phone, { mask: "(000) 000-0000" });
  IMask(gaps, { mask: "(000) 000-0000", lazy: false });
  IMask(amount, { mask: Number, thousandsSeparator: ",", radix: ".", scale: 2 });
}
