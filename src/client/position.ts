const header = 'X-Plenum-Position';

/** Lets any of several servers answer after a write: each request names the last write that a response told. */
export class Position {
  #last = 0;

  /** The headers of the next request. */
  get headers(): Record<string, string> {
    return this.#last > 0 ? { [header]: String(this.#last) } : {};
  }

  /** Takes what the headers of a response tell. */
  readonly read = (headers: Headers): void => {
    const told = Number(headers.get(header));
    if (Number.isSafeInteger(told) && told > this.#last) this.#last = told;
  };
}
