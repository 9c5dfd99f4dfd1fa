import type { NamedObject } from '../kept-object.ts';
import type { MemberReader } from '../member-reader.ts';
import { textOf } from '../neutral/json-values.ts';

const ID: ReadonlySet<string> = new Set(['id']);

/**
 * What a request goes on from: a response or a conversation, not both; the vendor refuses that. What is neither an id nor
 * null is a fault: a lenient vendor could find one in it that nobody looked at.
 */
export function namedIn(read: MemberReader): NamedObject | undefined {
  const previous = idOf('previous_response_id', read.value('previous_response_id'), read);
  const isObject = read.kindOf('conversation') === 'object';
  const conversation = isObject
    ? (read.inside('conversation', ID).value('id') ?? null)
    : read.value('conversation');
  const conversationId = idOf('conversation', conversation, read);
  read.require(previous === '' || conversationId === '', 'conversation', 'unsupported');
  if (previous !== '') return { kind: 'previous_response', id: previous };
  return conversationId === '' ? undefined : { kind: 'conversation', id: conversationId };
}

/** @param value undefined where none is named */
function idOf(name: string, value: unknown, read: MemberReader): string {
  read.require(value === undefined || typeof value === 'string', name, 'invalid_string');
  return textOf(value);
}
