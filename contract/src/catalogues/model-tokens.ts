/** Tokens by the names of models; `default` is for all others. */
export type ModelTokens = Readonly<Record<string, number>> & { default: number };

const MAX_TOKENS = 10_000_000;

/**
 * Reads an option such as `{"default": 8192, "claude-opus-4-1": 32000}`.
 * @returns null where it is none: each value is a whole number above zero, and `default` is one of them
 */
export function parseModelTokens(text: string): ModelTokens | null {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
    const areTokens = Object.values(value).every(
      (count) => Number.isInteger(count) && count > 0 && count <= MAX_TOKENS,
    );
    return areTokens && Object.hasOwn(value, 'default') ? (value as ModelTokens) : null;
  } catch {
    return null;
  }
}
