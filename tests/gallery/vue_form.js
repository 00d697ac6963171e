// Vue's v-model in its kinds: as typed, trimmed, as a number, and lazy, which waits for the change event.
import { createApp, nextTick, reactive } from "vue/dist/vue.esm-bundler.js";
import { keepSent } from "./sent.js";

const TEMPLATE = `<form>
  <input aria-label="name" v-model="order.name">
  <input aria-label="city" v-model.lazy="order.city">
  <input aria-label="quantity" type="number" v-model="order.quantity">
  <input aria-label="level" type="range" v-model.number="order.level">
  <select aria-label="shipping" v-model="order.shipping"><option>standard</option><option>express</option></select>
  <select aria-label="extras" multiple v-model="order.extras">
    <option value="card">Card</option><option value="ribbon">Ribbon</option><option value="box">Box</option></select>
  <label><input type="radio" value="s" v-model="order.size">S</label>
  <label><input type="radio" value="l" v-model="order.size">L</label>
  <label><input type="checkbox" v-model="order.gift">Gift</label>
  <textarea aria-label="note" v-model="order.note"></textarea>
  <button>Send</button></form>`;

export async function mount(place) {
  const order = reactive({ name: "", city: "", quantity: 1, level: 50, shipping: "standard", extras: [], size: "s",
    gift: false, note: "" });
  createApp({ template: TEMPLATE, setup: () => ({ order }) }).mount(place);
  await nextTick();
  keepSent(place.querySelector("form"), () => JSON.parse(JSON.stringify(order)));
}
