import { numberOf } from '../../platform/json/exact-json.ts';
import { MalformedCallError } from '../neutral/broken-answer.ts';

type Container = Record<string, unknown> | unknown[];

/** Deeper or longer lists are no arguments. */
const MAX_STEPS = 64;
const MAX_INDEX = 10_000;
/** Places of lists that are named before what stands in front of them. */
const MAX_HOLES = 10_000;
const STEP = /\.([^.[\]]+)|\[(\d+)\]|\['((?:[^'\\]|\\.)*)'\]|\["((?:[^"\\]|\\.)*)"\]/gy;

/** The arguments of a call that come in pieces, each with its place in them: `$.city`, `$.days[0].name`. */
export class PartialArgs {
  readonly #args: Record<string, unknown> = {};
  #holes = 0;

  /**
   * @param pieces of `functionCall.partialArgs`; what is none is passed over
   * @throws MalformedCallError where lists would be mostly empty
   */
  add(pieces: readonly unknown[]): void {
    for (const piece of pieces) {
      if (typeof piece !== 'object' || piece === null) continue;
      const { jsonPath, stringValue, numberValue, boolValue, nullValue } = piece as Record<string, unknown>;
      const steps = stepsOf(jsonPath);
      if (steps === null) continue;
      if (typeof stringValue === 'string') this.#set(steps, stringValue);
      else if (numberOf(numberValue) !== null) this.#set(steps, numberValue);
      else if (typeof boolValue === 'boolean') this.#set(steps, boolValue);
      else if (nullValue !== undefined) this.#set(steps, null);
    }
  }

  toObject(): object {
    return this.#args;
  }

  toJson(): string {
    return JSON.stringify(this.#args);
  }

  #countHoles(count: number): void {
    if (count > 0) this.#holes += count;
    if (this.#holes > MAX_HOLES) throw new MalformedCallError('places of lists that are mostly empty');
  }

  /** A text goes on where one stands already. */
  #set(steps: readonly (string | number)[], value: unknown): void {
    let at: Container = this.#args;
    steps.forEach((step, index) => {
      if (Array.isArray(at) && typeof step === 'number') this.#countHoles(step - at.length);
      const next = steps[index + 1];
      if (next === undefined) {
        const before = read(at, step);
        write(at, step, typeof before === 'string' && typeof value === 'string' ? before + value : value);
        return;
      }
      let inside = read(at, step);
      if (typeof inside !== 'object' || inside === null || JSON.isRawJSON(inside)) {
        inside = typeof next === 'number' ? [] : {};
        write(at, step, inside);
      }
      at = inside as Container;
    });
  }
}

const read = (container: Container, step: string | number): unknown =>
  Object.hasOwn(container, step) ? (container as Record<string | number, unknown>)[step] : undefined;

function write(container: Container, step: string | number, value: unknown): void {
  Object.defineProperty(container, step, { value, writable: true, enumerable: true, configurable: true });
}

/** @returns null where it is no path to a member */
function stepsOf(path: unknown): (string | number)[] | null {
  if (typeof path !== 'string' || !path.startsWith('$')) return null;
  const steps: (string | number)[] = [];
  STEP.lastIndex = 1;
  while (STEP.lastIndex < path.length) {
    const match = STEP.exec(path);
    if (match === null) return null;
    const [, name, index, single, double] = match;
    const step =
      index === undefined ? (name ?? (single ?? double ?? '').replace(/\\(.)/g, '$1')) : Number(index);
    if (steps.length >= MAX_STEPS || (typeof step === 'number' && step > MAX_INDEX)) return null;
    steps.push(step);
  }
  return steps.length === 0 ? null : steps;
}
