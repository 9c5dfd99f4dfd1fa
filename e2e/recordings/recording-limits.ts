import type { RecordedAnswer } from '../../server/test/support/recorded-answers.ts';
import type { End, Seen } from '../conformance/matrix-types.ts';

/** Content of an answer in neutral words; ids of calls always differ. */
export interface Told extends Omit<Seen, 'calls' | 'end'> {
  calls: { name: string; input: unknown }[];
  /** Null where the package shows a word that is not its vendor's. */
  end: End | null;
}

/** Recordings in whose answers the vendor leaves its dialect, which is fixed for the dialect's own clients. */
export const mended: ReadonlySet<string> = new Set([
  ...['alibaba-empty-names stream', 'alibaba-tool-call stream', 'azure-deepseek-tool-call whole'],
  ...['azure-filter-results stream', 'databricks-claude-tool-call stream'],
  ...['mistral-call-without-index stream', 'mistral-tool-call stream', 'mistral-tool-call whole'],
  ...['mistral-reasoning whole', 'mistral-reasoning stream', 'mistral-reasoning-effort whole'],
  ...['perplexity-text stream', 'zhipu-reasoning-tool-call whole'],
  ...['openrouter-tool-call stream', 'snowflake-claude-tool-call whole', 'zhipu-finish-twice stream'],
]);

/** Where a package does not show of its vendor's answer what the answer says. */
interface Deviation {
  reason: string;
  /** Names of recordings. */
  of: readonly string[];
  /** The package fails with this. */
  fails?: string;
  /** Makes of what the package showed what the answer says; where it failed, of nothing. */
  change(told: Told, recording: RecordedAnswer): void;
}

const nothing = (): Told => ({
  ...{ text: '', thinking: '', refusal: '', calls: [], end: null },
  tokens: { input: 0, cached: 0, output: 0 },
});

const deviations: readonly Deviation[] = [
  {
    reason: 'xAI counts reasoning beside the completion, which the package does not add.',
    of: [
      ...['reasoning-beside whole', 'reasoning-beside stream', 'xai-reasoning-beside whole'],
      ...['xai-tool-call whole', 'xai-tool-call stream'],
    ],
    change(told, { body }) {
      const [, reasoning] = /"reasoning_tokens": ?(\d+)/.exec(body) ?? [];
      told.tokens.output += Number(reasoning);
    },
  },
  {
    reason: 'Moonshot names cached tokens where the package does not look for them.',
    of: ['moonshotai-cached-reasoning whole'],
    change(told) {
      told.tokens.cached = 10;
    },
  },
  {
    reason: 'DeepSeek at Azure says `tool_call` for `tool_calls`.',
    of: ['azure-deepseek-tool-call whole'],
    change(told) {
      told.end = 'tools';
    },
  },
  {
    reason: 'Snowflake says no finish reason, and thinking in `reasoning_details` alone.',
    of: ['snowflake-claude-tool-call whole'],
    change(told) {
      told.end = 'tools';
      told.thinking = 'Let me get the weather for Mexico City.';
    },
  },
  {
    reason: 'Mistral says thinking and text as parts, which the package takes for a text.',
    of: ['mistral-reasoning whole', 'mistral-reasoning stream'],
    change(told) {
      told.text = '2 + 2 = 4';
      told.thinking = 'The user is asking for 2+2. This is basic arithmetic. 2+2=4.';
    },
  },
  {
    reason: 'The same.',
    of: ['mistral-reasoning-effort whole'],
    change(told) {
      told.text = '5 + 3 equals 8.';
      told.thinking =
        'The user is asking for the sum of 5 and 3. This is a straightforward arithmetic problem.';
    },
  },
  {
    reason: 'Mistral gives a call no index in a stream, without which the package takes none.',
    of: ['mistral-tool-call stream'],
    fails: 'an invalid tool call index',
    change(told) {
      told.calls = [{ name: 'weather', input: { location: 'San Francisco' } }];
      told.end = 'tools';
      told.tokens = { input: 124, cached: 0, output: 22 };
    },
  },
  {
    reason: 'The same.',
    of: ['mistral-call-without-index stream'],
    fails: 'an invalid tool call index',
    change(told) {
      told.calls = [{ name: 'get_weather', input: { city: 'San Francisco' } }];
      told.end = 'tools';
      told.tokens = { input: 96, cached: 0, output: 23 };
    },
  },
  {
    reason: 'Cloudflare names no role, without which the package takes no answer.',
    of: ['cloudflare-text stream'],
    fails: 'missing role',
    change(told) {
      told.text = ' + 1 = 2.';
      told.end = 'end';
      told.tokens = { input: 43, cached: 0, output: 9 };
    },
  },
  {
    reason: 'Databricks says nothing for the input of a call without any, which is no JSON.',
    of: ['databricks-claude-tool-call stream'],
    fails: 'Unexpected end of JSON input',
    change(told) {
      told.text = "I'll get the current date for you.";
      told.calls = [{ name: 'get_current_date2', input: {} }];
      told.end = 'tools';
      told.tokens = { input: 397, cached: 0, output: 49 };
    },
  },
  {
    reason: 'Google streams the input of a call in pieces, which its package hands on unjoined.',
    of: ['google-stream-no-args-tool-call stream'],
    change(told) {
      const screens = ['A', 'B', 'C'].map((id) => ({ name: 'read_screen', input: { id } }));
      told.calls = [{ name: 'read_theme', input: {} }, ...screens];
    },
  },
];

/** The answer as the package of its own dialect shows it, or the package's failure. */
export type Shown = { told: Told } | { failure: string };

/**
 * Content of a recording for all packages.
 * @throws if its own package failed without a row, or if a row is not needed
 */
export function toldBy(recording: RecordedAnswer, shown: Shown): Told {
  const rows = deviations.filter(({ of }) => of.includes(recording.name));
  const failing = rows.find(({ fails }) => fails !== undefined)?.fails;
  if ('failure' in shown && (failing === undefined || !shown.failure.includes(failing)))
    throw new Error(`${recording.name}: ${shown.failure}`);
  if ('told' in shown && failing !== undefined)
    throw new Error(`${recording.name}: the package does not fail with ${failing}`);
  const told = 'told' in shown ? structuredClone(shown.told) : nothing();
  for (const { change, reason } of rows) {
    const before = JSON.stringify(told);
    change(told, recording);
    if (JSON.stringify(told) === before) throw new Error(`${recording.name} needs no row: ${reason}`);
  }
  return told;
}

/** Error answers, by the error that the caller gets. */
export const refusals: Readonly<Record<string, 'invalid' | 'missing' | 'busy' | 'unavailable'>> = {
  'azure-error-404 whole': 'missing',
  'groq-error-400 whole': 'invalid',
  'openrouter-error-400 whole': 'invalid',
  'google-429-retry-info whole': 'busy',
  'vertex-context-overflow whole': 'invalid',
  // The channel's account has no credit.
  'openai-error.1 whole': 'unavailable',
  'openai-error.1 stream': 'unavailable',
};
