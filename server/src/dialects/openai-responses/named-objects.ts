import type { NamedObject } from '../kept-object.ts';
import type { MemberReader } from '../member-reader.ts';
import { objectOf, textOf } from '../neutral/json-values.ts';

/** What a request goes on from: a response or a conversation, not both; the vendor refuses that. */
export function namedIn(read: MemberReader): NamedObject | undefined {
  const previous = textOf(read.value('previous_response_id'));
  const conversation = read.value('conversation');
  const conversationId = textOf(objectOf(conversation)?.id ?? conversation);
  read.require(previous === '' || conversationId === '', 'conversation', 'unsupported');
  if (previous !== '') return { kind: 'previous_response', id: previous };
  return conversationId === '' ? undefined : { kind: 'conversation', id: conversationId };
}
