/**
 * Values of a stored row for showing it. One that cannot be read, as after a repair by hand, stands in as empty: a list
 * must show its row, so that it can be put right.
 */
export function readStoredJson<Value>(text: string, fits: (value: unknown) => boolean, empty: Value): Value {
  try {
    const value: unknown = JSON.parse(text);
    return fits(value) ? (value as Value) : empty;
  } catch {
    return empty;
  }
}

/** A stored decimal for showing; 0 where it cannot be read or could not be stored today. */
export function readStoredRatio(text: unknown): number {
  const value = Number(text);
  return value >= 0 && value <= 1_000_000 ? value : 0;
}

export const isObject = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
