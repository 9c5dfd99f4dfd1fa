import type { NamedItem } from '../kept-object.ts';
import { type Json, listOf, objectOf, textOf } from '../neutral/json-values.ts';
import { invalid } from '../neutral/members.ts';
import { OWN_ITEM_ID } from './openai-responses-items.ts';

/** Members with one of which such an item is whole. Source: OpenAI API reference, "Create a model response", `input`. */
const WHOLE_BY: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    reasoning: ['encrypted_content', 'content'],
    compaction: ['encrypted_content'],
    compaction_summary: ['encrypted_content'],
    image_generation_call: ['result'],
    message: ['content'],
  }),
);

/** A conversation goes on without the thinking of an item, and without a message that says nothing. */
const SPARE: ReadonlySet<string> = new Set(['reasoning', 'message']);

/** An item with no other members is a reference, whatever its type. */
const SAYS_NOTHING: ReadonlySet<string> = new Set(['type', 'id', 'status', 'object']);

/** Member names without one of which a request names no item. */
export const itemIdMembers = ['id', 'approval_request_id'] as const;

/** The items that a vendor would look up by their ids. */
export function namedItems(input: unknown): NamedItem[] {
  const items = listOf(input).map((item, place) => {
    if (Array.isArray(item)) throw invalid(`input.${place}`, 'invalid_object');
    return objectOf(item) ?? {};
  });
  const asked = new Set(
    items.filter(({ type }) => type === 'mcp_approval_request').map(({ id }) => textOf(id)),
  );
  return items.flatMap((item, place) => {
    for (const name of itemIdMembers)
      if (!isTextOrNone(item[name])) throw invalid(`input.${place}.${name}`, 'invalid_string');
    const named = nameOf(item, asked);
    return named === null ? [] : [{ ...named, place, answer: OWN_ITEM_ID.exec(named.id)?.[1] ?? null }];
  });
}

function nameOf(item: Json, asked: ReadonlySet<string>): Pick<NamedItem, 'id' | 'isSpare'> | null {
  const type = textOf(item.type);
  if (type === 'mcp_approval_response') {
    const id = textOf(item.approval_request_id);
    return id === '' || asked.has(id) ? null : { id, isSpare: false };
  }
  const id = textOf(item.id);
  if (id === '') return null;
  if (type === 'item_reference' || (type === '' && item.role === undefined) || saysNothing(item))
    return { id, isSpare: false };
  const kind = type === '' ? 'message' : type;
  const members = WHOLE_BY.get(kind);
  // Nothing may have been said, in a message that is whole.
  const isWhole = members === undefined || (members === WHOLE_BY.get('message') && item.content === '');
  return isWhole || members.some((name) => isSaid(item[name])) ? null : { id, isSpare: SPARE.has(kind) };
}

/**
 * Takes the id of a spare item, so that no vendor looks it up. Reasoning gets one of the gateway's form that no answer has:
 * it is left out where its vendor would want an id, and read where it is converted.
 */
export function leaveOutId(item: Json): void {
  if (item.type === 'reasoning') item.id = 'rs_req_0_0';
  else delete item.id;
}

/** Whether a vendor would look up an item that the client returns unchanged. */
export const isNamedItem = (item: Json): boolean => nameOf(item, NONE) !== null;

const NONE: ReadonlySet<string> = new Set();
const saysNothing = (item: Json): boolean => Object.keys(item).every((name) => SAYS_NOTHING.has(name));
const isSaid = (value: unknown): boolean =>
  typeof value === 'string' ? value !== '' : Array.isArray(value) && value.length > 0;
const isTextOrNone = (value: unknown): boolean =>
  value === undefined || value === null || typeof value === 'string';
