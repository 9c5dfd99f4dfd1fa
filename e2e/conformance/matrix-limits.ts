import type { Case, Way } from './matrix-cases.ts';
import type { Client, Turn, Upstream } from './matrix-types.ts';

/** A limit of a pair, and its visible effect. */
export interface Limit {
  /** One short line of the page. */
  reason: string;
  /** As the report of the conversion names it; null where no request lost anything. */
  reported: string | null;
  /** Makes of turns that carry everything those that this pair shows. */
  change(turns: Turn[]): void;
}

/** A place of the tables. */
export interface Cell {
  client: Client;
  upstream: Upstream;
  case: Case;
}

const isThinking = (one: Case): boolean => one.ask.thinks;
const isTools = (one: Case): boolean => one.ask.tools.length > 0;
/** Chat by the package `ai`, which neither shows thinking nor sends anything of it back: the gateway remembers it. */
const forgetsThinking = ({ name }: Client): boolean => name === '`ai`, OpenAI chat';

const loses = (turn: Turn | undefined, field: string): void => {
  turn?.lost.push(`dropped ${field}`);
};

const limits: readonly (Limit & { applies(cell: Cell, way: Way): boolean })[] = [
  {
    reason: "OpenAI's Responses API has no stop sequences.",
    reported: 'dropped stop',
    applies: ({ upstream, case: one }) => one.needs === 'stop' && upstream.dialect === 'openai-responses',
    change([turn]) {
      if (turn === undefined) return;
      turn.asked.stop = [];
      loses(turn, 'stop');
    },
  },
  {
    reason: 'The package has no field for a refusal. The refusal is returned as text.',
    reported: null,
    applies: ({ client, case: one }) => one.needs === 'refusal' && !client.packages.includes('openai'),
    change([turn]) {
      if (turn === undefined) return;
      turn.seen.text = turn.seen.refusal;
      turn.seen.refusal = '';
    },
  },
  {
    reason: 'The package does not show the thinking of chat completions.',
    reported: null,
    applies: ({ client, case: one }) => isThinking(one) && forgetsThinking(client),
    change([turn]) {
      if (turn !== undefined) turn.seen.thinking = '';
    },
  },
  {
    reason:
      'The package requests tool inputs in small pieces. Only Anthropic upstreams receive this request.',
    reported: 'dropped tools.0.eager_input_streaming',
    applies: ({ client, upstream, case: one }, way) =>
      isTools(one) &&
      way === 'streamed' &&
      client.name === '`ai`, Anthropic' &&
      upstream.dialect !== 'anthropic-messages',
    change(turns) {
      for (const turn of turns) {
        const fields = turn.asked.tools.map((_, at) => `tools.${at}.eager_input_streaming`);
        turn.lost.unshift(...fields.map((field) => `dropped ${field}`));
      }
    },
  },
];

/** The limits that a place of the tables has. */
export const limitsOf = (cell: Cell, way: Way): readonly Limit[] =>
  limits.filter(({ applies }) => applies(cell, way));

/** Why a place is not there: the package cannot ask, or the vendor cannot say it. Null where it is. */
export function absenceOf({ client, upstream, case: { needs } }: Cell): string | null {
  if (needs === 'stop' && client.lacks.includes(needs))
    return 'Clients of the Responses API send no stop sequences.';
  if (needs === 'refusal' && !upstream.ends.has('refusal'))
    return 'The vendor has no refusal other than its content filter.';
  return null;
}
