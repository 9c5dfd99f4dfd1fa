import type { NamedItem } from '../kept-object.ts';
import { type Json, listOf, objectOf, textOf } from '../neutral/json-values.ts';
import { OWN_ITEM_ID } from './openai-responses-items.ts';

/** Members with one of which such an item is whole. Source: OpenAI API reference, "Create a model response", `input`. */
const WHOLE_BY: Readonly<Record<string, readonly string[]>> = {
  reasoning: ['encrypted_content', 'content'],
  compaction: ['encrypted_content'],
  compaction_summary: ['encrypted_content'],
  image_generation_call: ['result'],
  message: ['content'],
};

/** Member names without one of which a request names no item. */
export const itemIdMembers = ['id', 'approval_request_id'] as const;

/** The items that a vendor would look up by their ids. */
export function namedItems(input: unknown): NamedItem[] {
  const items = listOf(input).map((item) => objectOf(item) ?? {});
  const asked = new Set(
    items.filter(({ type }) => type === 'mcp_approval_request').map(({ id }) => textOf(id)),
  );
  return items.flatMap((item, place) => {
    const named = nameOf(item, asked);
    return named === null ? [] : [{ ...named, place, answer: OWN_ITEM_ID.exec(named.id)?.[1] ?? null }];
  });
}

function nameOf(item: Json, asked: ReadonlySet<string>): Pick<NamedItem, 'id' | 'isBare'> | null {
  const type = textOf(item.type);
  if (type === 'mcp_approval_response') {
    const id = textOf(item.approval_request_id);
    return id === '' || asked.has(id) ? null : { id, isBare: false };
  }
  const id = textOf(item.id);
  if (id === '') return null;
  if (type === 'item_reference' || (type === '' && item.role === undefined)) return { id, isBare: true };
  const members = WHOLE_BY[type === '' ? 'message' : type];
  return members === undefined || members.some((name) => isSaid(item[name])) ? null : { id, isBare: false };
}

const isSaid = (value: unknown): boolean =>
  typeof value === 'string' ? value !== '' : Array.isArray(value) && value.length > 0;
