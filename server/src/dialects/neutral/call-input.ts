type JsonObject = Record<string, unknown>;

/** The object that a call's input is; null where a model wrote something else. */
export function objectOfInput(input: string): JsonObject | null {
  if (input.trim() === '') return {};
  try {
    const value: unknown = JSON.parse(input);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as JsonObject;
  } catch {
    // As below.
  }
  return null;
}

/** For dialects whose inputs are objects: what a model wrote wrongly is shown as it is. */
export const inputAsObject = (input: string): JsonObject => objectOfInput(input) ?? { input };
