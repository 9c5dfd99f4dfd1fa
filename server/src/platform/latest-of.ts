/** A function that keeps its last result for as long as it is asked the same. */
export function latestOf<Key, Result>(make: (key: Key) => Result): (key: Key) => Result {
  let last: { key: Key; result: Result } | null = null;
  return (key) => {
    if (last === null || last.key !== key) last = { key, result: make(key) };
    return last.result;
  };
}
