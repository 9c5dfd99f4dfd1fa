import type { NamedObject } from '../kept-object.ts';
import type { MemberReader } from '../member-reader.ts';
import { namedId } from '../named-id.ts';
import { textOf } from '../neutral/json-values.ts';

/**
 * Objects that a request continues from: a response or a conversation, and a stored prompt. The vendor refuses both of the
 * first two. A value that is neither an id nor null is invalid: a lenient vendor could find an unchecked id in it.
 */
export function namedIn(read: MemberReader): readonly NamedObject[] | undefined {
  const previous = read.value('previous_response_id');
  read.require(
    previous === undefined || typeof previous === 'string',
    'previous_response_id',
    'invalid_string',
  );
  const conversation = namedId(read, 'conversation');
  const previousId = textOf(previous);
  read.require(previousId === '' || conversation === '', 'conversation', 'unsupported');
  const named: NamedObject[] = [];
  if (previousId !== '') named.push({ kind: 'previous_response', id: previousId });
  if (conversation !== '') named.push({ kind: 'conversation', id: conversation });
  const prompt = namedId(read, 'prompt');
  if (prompt !== '') named.push({ kind: 'prompt', id: prompt });
  return named.length === 0 ? undefined : named;
}
