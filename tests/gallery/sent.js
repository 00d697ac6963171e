// What a form would send, for all to read: `window.sent`, once it was submitted.
export function keepSent(form, more = () => ({})) {
  form.addEventListener("submit", event => {
    event.preventDefault();
    const sent = {};
    for (const name of new Set(new FormData(form).keys())) {
      const values = new FormData(form).getAll(name);
      sent[name] = values.length > 1 ? values : values[0];
    }
    window.sent = { ...sent, ...more() };
  });
  return form;
}

// Markup on the page; its form, if it has one, keeps what it sends.
export function put(place, markup, more) {
  place.innerHTML = markup;
  const form = place.querySelector("form");
  if (form) keepSent(form, more);
  return form;
}
