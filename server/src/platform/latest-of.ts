/** A function that keeps its last result for as long as it is asked the same. */
export function latestOf<Result>(make: (text: string) => Result): (text: string) => Result {
  let last: { text: string; result: Result } | null = null;
  return (text) => {
    if (last === null || last.text !== text) last = { text, result: make(text) };
    return last.result;
  };
}
