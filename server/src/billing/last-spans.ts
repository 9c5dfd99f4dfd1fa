/** A value of a time: seconds since 1970, the last one excluded. */
export interface Span<Value> {
  fromSeconds: number;
  untilSeconds: number;
  value: Value;
}

/**
 * The values of the last two times that were asked for. Around a border, calls of both sides ask in turn, because a call
 * is priced by the moment of its arrival.
 */
export class LastSpans<Value> {
  #last: Span<Value> | null = null;
  #earlier: Span<Value> | null = null;

  find(seconds: number): Span<Value> | null {
    if (includes(this.#last, seconds)) return this.#last;
    return includes(this.#earlier, seconds) ? this.#earlier : null;
  }

  keep(span: Span<Value>): Span<Value> {
    this.#earlier = this.#last;
    this.#last = span;
    return span;
  }
}

const includes = (span: Span<unknown> | null, seconds: number): boolean =>
  span !== null && seconds >= span.fromSeconds && seconds < span.untilSeconds;
