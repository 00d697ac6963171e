// Classes that a page makes objects of, or extends: their methods are Python's.

/** A class with these methods. `make(object, given)` gives the Python side of each object, or the Error to throw. */
function classOf({ name, methods, make, statics }) {
  const python = (answer) => {
    if (answer instanceof Error) throw answer;
    return answer;
  };
  const made = class {
    #python;

    static {
      for (const method of methods) {
        this.prototype[method] = function (...given) { return python(this.#python.invoke(method, given)); };
      }
      for (const [method, call] of Object.entries(statics)) this[method] = (...given) => python(call(...given));
    }

    constructor(...given) {
      this.#python = python(make(this, given));
    }
  };
  return Object.defineProperty(made, "name", { value: name });
}
