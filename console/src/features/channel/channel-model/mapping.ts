export interface MappingRow {
  from: string;
  to: string;
}

/** Rows of a mapping's JSON text; undefined where it is not an object of texts. */
export function mappingFrom(text: string): MappingRow[] | undefined {
  if (text.trim() === '') return [];
  try {
    const value: unknown = JSON.parse(text);
    if (value === null || typeof value !== 'object' || Array.isArray(value)) return undefined;
    const entries = Object.entries(value);
    return entries.every(([, to]) => typeof to === 'string')
      ? entries.map(([from, to]) => ({ from, to }))
      : undefined;
  } catch {
    return undefined;
  }
}

/** JSON text of the rows that name something; empty for none. */
export function mappingText(rows: readonly MappingRow[]): string {
  const named = rows.filter(({ from }) => from.trim() !== '');
  if (named.length === 0) return '';
  return JSON.stringify(Object.fromEntries(named.map(({ from, to }) => [from.trim(), to.trim()])), null, 2);
}
