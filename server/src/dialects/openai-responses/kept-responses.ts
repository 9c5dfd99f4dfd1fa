import { type KeptObject, keptSeal, sealName, toldName } from '../kept-object.ts';
import { objectOf, placeOf, textOf } from '../neutral/json-values.ts';
import { isNamedItem } from './named-items.ts';
import { OWN_ITEM_ID } from './openai-responses-items.ts';

/** Source: OpenAI guides, "Conversation state": stored responses are kept for 30 days. */
const RESPONSE_DAYS = 30;
const CONVERSATION_DAYS = 365;
/** The vendor drops those that nobody uses much sooner, but histories name them as long as they are sent back. */
const CONTAINER_DAYS = 90;
const MAX_CONTAINERS = 8;
/** Stored seals per answer; further ones are not stored. */
export const MAX_SEALS = 64;
export const MAX_ITEMS = 256;
/** Longer ids are none of OpenAI's. */
const MAX_ID_LENGTH = 200;

/** Those members of a response that say what is kept of it. */
export interface ResponseMembers {
  id?: unknown;
  store?: unknown;
  conversation?: unknown;
  usage?: unknown;
  output?: unknown;
  service_tier?: unknown;
}

/** Objects of a response that OpenAI keeps, and parts that only the creating account can read. */
export function keptOfResponse({ id, store, conversation, usage, output }: ResponseMembers): KeptObject[] {
  const used = objectOf(usage);
  const tokens = placeOf(used?.total_tokens) ?? 0;
  const kept: KeptObject[] = [];
  const add = (name: unknown, object: Omit<KeptObject, 'name'>): void => {
    if (isId(name)) kept.push({ name, ...object });
  };
  if (store !== false) add(id, { tokens, keptDays: RESPONSE_DAYS });
  add(objectOf(conversation)?.id, { tokens, keptDays: CONVERSATION_DAYS });
  if (!Array.isArray(output)) return kept;
  const items = output.slice(0, MAX_ITEMS);
  const ofItem = Math.ceil((placeOf(used?.output_tokens) ?? 0) / items.length);
  for (const item of items.map(objectOf)) {
    if (store !== false) add(item?.id, { tokens: ofItem, keptDays: RESPONSE_DAYS });
    // A history needs it back, even if the vendor did not keep it.
    else if (item !== null && isId(item.id) && isNamedItem(item))
      kept.push({ name: toldName(item.id), tokens: 0, keptDays: RESPONSE_DAYS });
    // Another gateway of this kind keeps what it converted, and says that no vendor does.
    else if (OWN_ITEM_ID.test(textOf(item?.id))) add(item?.id, { tokens: ofItem, keptDays: RESPONSE_DAYS });
  }
  const containers = new Set(output.filter(isInterpreterCall).map(({ container_id }) => container_id));
  for (const name of [...containers].filter(isId).slice(0, MAX_CONTAINERS))
    kept.push({ name, tokens: 0, keptDays: CONTAINER_DAYS });
  const seals = output.map((item) => textOf(item?.encrypted_content)).filter((sealed) => sealed !== '');
  return [...kept, ...seals.slice(0, MAX_SEALS).map(keptSeal)];
}

const isInterpreterCall = (
  item: { type?: unknown; container_id?: unknown } | null,
): item is object & { container_id?: unknown } => item?.type === 'code_interpreter_call';

const isId = (value: unknown): value is string =>
  typeof value === 'string' && value !== '' && value.length <= MAX_ID_LENGTH;

/** How sealed content begins in a request of this dialect, and in those of others. */
const SEAL_STARTS = [
  { text: '"encrypted_content"', start: /^"encrypted_content"\s*:\s*"/ },
  { text: 'tp1.openai-responses.', start: /^tp1\.openai-responses\./ },
];
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const LONGEST_START = 64;

/**
 * The name of the last sealed content of a request, whatever its dialect.
 * @returns null where it has none
 */
export function lastSealIn(body: Buffer): string | null {
  let at = -1;
  let length = 0;
  for (const { text, start } of SEAL_STARTS) {
    const place = body.lastIndexOf(text);
    const begin = start.exec(body.toString('latin1', Math.max(place, 0), place + LONGEST_START))?.[0];
    // Within a text, the quote before the name is escaped.
    if (place <= at || begin === undefined || body[place - 1] === BACKSLASH) continue;
    at = place;
    length = begin.length;
  }
  const end = at === -1 ? -1 : body.indexOf(QUOTE, at + length);
  // Seals are base64; some clients escape the slashes.
  return end === -1 ? null : sealName(body.toString('latin1', at + length, end).replaceAll('\\/', '/'));
}
