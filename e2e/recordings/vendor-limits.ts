import type { Seen } from '../conformance/matrix-types.ts';

/** Members that OpenAI accepts and a vendor refuses, as `shapeOf` writes them. */
export const refused: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(
    ['alibaba', 'cloudflare', 'deepseek', 'ollama', 'zhipu'].map((name) => [
      name,
      ['messages[].role=developer'],
    ]),
  ),
  mistral: [
    ...['messages[].role=developer', 'max_completion_tokens:number', 'stream_options.include_usage:boolean'],
    ...['messages[].reasoning_content:string', 'seed:number'],
  ],
};

/** Members of OpenAI's clients that no recorded request has, but that compatible vendors document. */
export const documented: readonly string[] = [
  ...['max_completion_tokens:number', 'reasoning_effort:string', 'messages[].role=developer'],
  ...['messages[].content:string', 'messages[].content:null', 'messages[].tool_call_id:string'],
  ...['stream_options.include_usage:boolean', 'tool_choice:string'],
  ...['tools[].type:string', 'tools[].function.name:string', 'tools[].function.description:string'],
];

/** Vendors whose package does not ask for the usage of a stream, so that the gateway does. */
export const usageIsAsked: ReadonlySet<string> = new Set(['cerebras', 'groq', 'perplexity']);

interface Difference {
  reason: string;
  change(turn: Seen): void;
}

const endsForItsCalls: Difference = {
  reason:
    'An answer with calls ends for them, where the vendor says no reason, or one that its API does not know.',
  change(turn) {
    turn.end = 'tool-calls';
  },
};

const thinksApart: Difference = {
  reason: "Thinking stands in OpenAI's clients' member; Mistral's package looks for it in the content.",
  change(turn) {
    turn.thinking = '';
  },
};

/** Where an answer says through the gateway what it does not say by itself, by the name of its recording. */
export const mendedTurns: Readonly<Record<string, Difference>> = {
  'databricks-claude-tool-call stream': {
    reason: 'No input of a call is an empty one.',
    change(turn) {
      for (const call of turn.calls) call.input = {};
    },
  },
  'snowflake-claude-tool-call whole': endsForItsCalls,
  'azure-deepseek-tool-call whole': endsForItsCalls,
  'mistral-reasoning whole': thinksApart,
  'mistral-reasoning stream': thinksApart,
  'mistral-reasoning-effort whole': thinksApart,
};

/** Where `@ai-sdk/openai` shows less of an answer than the vendor's package; thinking it never shows. */
export const unshown: Readonly<Record<string, Difference>> = {
  'moonshotai-cached-reasoning whole': {
    reason: 'The vendor names cached tokens where OpenAI does not.',
    change(turn) {
      turn.tokens.cached = 0;
    },
  },
};

/** Paths of a request's members, with the type or the role of each. Inputs of tools are not examined. */
export function shapeOf(value: unknown, place = ''): string[] {
  if (Array.isArray(value)) return value.flatMap((one) => shapeOf(one, `${place}[]`));
  if (place.endsWith('.role')) return [`${place}=${value}`];
  if (typeof value !== 'object' || value === null)
    return [`${place}:${value === null ? 'null' : typeof value}`];
  return Object.entries(value).flatMap(([name, inner]) =>
    name === 'parameters' ? [] : shapeOf(inner, place === '' ? name : `${place}.${name}`),
  );
}
