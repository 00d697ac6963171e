/**
 * The one class that Python cannot write: of <ag-ui-chat>, and of <agentic-inspector>. It replays properties set before the upgrade, forwards the
 * lifecycle, the methods and the properties to a Python peer, and throws the Error that Python returned.
 */
const value = (answer) => {
  if (answer instanceof Error) throw answer;
  return answer;
};

/** The class, and a function that registers it once. `makePeer(host)` gives the Python side, `prepare(host)` the shell. */
export function define({ tag, observed, methods, properties, makePeer, prepare }) {
  const element = class extends HTMLElement {
    static observedAttributes = observed;

    static {
      for (const name of methods) {
        this.prototype[name] = function (...given) { return value(this.#peer.invoke(name, given)); };
      }
      for (const name of properties) {
        Object.defineProperty(this.prototype, name, {
          configurable: true,
          enumerable: true,
          get() { return value(this.#peer.read(name)); },
          set(given) { value(this.#peer.write(name, given)); },
        });
      }
    }

    #peer = makePeer(this);

    constructor() {
      super();
      // The loader's, for calls that came too early.
      for (const name of methods) delete this[name];
      for (const name of properties.filter((each) => Object.hasOwn(this, each))) {
        const given = this[name];
        delete this[name];
        this[name] = given;
      }
    }

    connectedCallback() {
      if (!this.shadowRoot) prepare(this);
      this.#peer.connected();
    }

    disconnectedCallback() {
      this.#peer.disconnected();
      // A move disconnects and connects in one task; only a real removal counts.
      setTimeout(() => this.isConnected || this.#peer.removed());
    }

    connectedMoveCallback() {} // moveBefore() keeps everything as it is.

    attributeChangedCallback(name) { this.#peer.changed(name); }
  };

  const register = () => customElements.get(tag) ?? customElements.define(tag, element);
  return { element, register };
}
