// SortableJS twice: by the browser's own drag and drop, and by its fallback, which listens to the pointer.
import Sortable from "sortablejs";

const ITEMS = ["One", "Two", "Three", "Four"].map(word => `<li style="padding: 10px">${word}</li>`).join("");

export function mount(place, options = {}) {
  place.innerHTML = `<ul id="list" style="width: 300px">${ITEMS}</ul><ul id="other" style="width: 300px; min-height: 40px"></ul>`;
  for (const list of place.querySelectorAll("ul")) Sortable.create(list, { group: "all", animation: 100, ...options });
}
