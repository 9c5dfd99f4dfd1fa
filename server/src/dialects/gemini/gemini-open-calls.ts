export interface OpenCall {
  id: string;
  name: string;
}

/** Calls whose results are still to come. */
export class OpenCalls {
  readonly #all = new Set<OpenCall>();
  readonly #byId = new Map<string, OpenCall>();
  readonly #byName = new Map<string, Set<OpenCall>>();

  add(call: OpenCall): void {
    this.#all.add(call);
    this.#byId.set(call.id, call);
    const named = this.#byName.get(call.name) ?? new Set();
    this.#byName.set(call.name, named.add(call));
  }

  /**
   * The call of a result: by its id, else the first one of that name, else the first one.
   * @param id empty where the result says none
   */
  take(id: string, name: string): OpenCall | undefined {
    const call = id === '' ? (first(this.#byName.get(name)) ?? first(this.#all)) : this.#byId.get(id);
    if (call === undefined) return undefined;
    this.#all.delete(call);
    this.#byId.delete(call.id);
    this.#byName.get(call.name)?.delete(call);
    return call;
  }
}

function first(calls: Set<OpenCall> | undefined): OpenCall | undefined {
  const [call] = calls ?? [];
  return call;
}
