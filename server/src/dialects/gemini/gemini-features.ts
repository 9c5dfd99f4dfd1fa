/** Features of a Google model that the oldest models lack. */
export interface GeminiFeatures {
  /** Schemas of functions and answers as JSON schema. */
  jsonSchema: boolean;
  /** Media at any address, which Google fetches. */
  urls: boolean;
  /** Media in the result of a function, and functions next to an answer with a schema. */
  richFunctions: boolean;
  /** How much it thinks is said as a number of tokens or as one of four levels; `none`: it does not think. */
  thinking: 'none' | 'budget' | 'level';
  /** `presencePenalty` and `frequencyPenalty`: later models refuse all but 0. */
  penalties: boolean;
  /** Calls of the current turn go back with their signature, or are refused. */
  needsSignatures: boolean;
}

const VERSION = /gemini-(\d+)(?:\.(\d+))?/;
/** Names that always mean the newest model: `gemini-flash-latest`. */
const LATEST = /gemini-[a-z-]+-latest$/;

/**
 * By the version in the model's name. An unknown name is taken for an old model, which every request suits.
 * Source: Gemini API guides "Structured outputs", "Thinking", "Thought signatures", "File input methods".
 */
export function featuresOf(model: string): GeminiFeatures {
  const version = versionOf(model);
  return {
    jsonSchema: version >= 2.5,
    urls: version >= 2.5,
    richFunctions: version >= 3,
    thinking: version >= 3 ? 'level' : version >= 2.5 ? 'budget' : 'none',
    penalties: version < 2.5,
    needsSignatures: version >= 3,
  };
}

function versionOf(model: string): number {
  const [, major, minor = '0'] = VERSION.exec(model) ?? [];
  if (major !== undefined) return Number(`${major}.${minor}`);
  return LATEST.test(model) ? 3 : 0;
}

/** Names of functions that Google takes. Source: Gemini API reference, "FunctionDeclaration". */
export const TOOL_NAME = /^[A-Za-z_][A-Za-z0-9_.:-]{0,63}$/;
