/**
 * Reads a query string. An empty value counts as not given; a repeated name becomes a list; a bracket in a name is
 * just a character. Source: docs/reference/compatibility.md, "Requests".
 */
export function parseQuery(text: string): Record<string, string | string[]> {
  const query: Record<string, string | string[]> = Object.create(null);
  if (text === '') return query;
  for (const [name, value] of new URLSearchParams(text)) {
    const before = query[name];
    if (value !== '') query[name] = before === undefined ? value : [before, value].flat();
  }
  return query;
}
