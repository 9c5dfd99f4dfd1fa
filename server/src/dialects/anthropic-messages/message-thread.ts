import type { KeptObject, NamedObject } from '../kept-object.ts';
import type { MemberReader } from '../member-reader.ts';
import { objectOf, textOf } from '../neutral/json-values.ts';

/** The id of a message by which a later request continues its thread; Anthropic states no lifetime. */
const THREAD_DAYS = 30;
/** Source: Claude docs, "Code execution tool": containers are kept for 30 days. */
const CONTAINER_DAYS = 30;
/** Longer ids are none of Anthropic's. */
const MAX_ID_LENGTH = 200;
const THREAD_MEMBERS = new Set(['type', 'previous_message_id']);

/** The `thread` of a request: a conversation that the vendor holds between calls. */
export interface RequestedThread {
  usesThread: boolean;
  /** The message it continues from; null for a new thread. */
  continues: NamedObject | null;
}

const NO_THREAD: RequestedThread = { usesThread: false, continues: null };

/**
 * Reads `{"type":"create"}` or `{"type":"continue","previous_message_id":"msg_…"}`. Anything else is a fault: a lenient vendor
 * could find an id in it that was not checked.
 * Source: Claude API reference, "Create a Message", beta `message-threads-2026-08-12`.
 */
export function readThread(read: MemberReader): RequestedThread {
  const kind = read.kindOf('thread');
  if (kind !== 'object') {
    read.require(kind === 'absent' || read.value('thread') === undefined, 'thread', 'invalid_value');
    return NO_THREAD;
  }
  const thread = read.inside('thread', THREAD_MEMBERS);
  const type = thread.value('type');
  if (type !== 'continue') {
    thread.require(type === 'create', 'type', 'invalid_value');
    thread.require(thread.value('previous_message_id') === undefined, 'previous_message_id', 'unsupported');
    return { usesThread: true, continues: null };
  }
  return { usesThread: true, continues: { kind: 'thread', id: thread.text('previous_message_id') } };
}

/** Members of a message that name what its vendor keeps. */
export interface MessageMembers {
  id?: unknown;
  container?: unknown;
}

/** A later call may continue from the message, or in the container in which the vendor ran the model's code. */
export function keptOfMessage({ id, container }: MessageMembers): KeptObject[] {
  const kept: KeptObject[] = [];
  const message = textOf(id);
  if (isId(message)) kept.push({ name: message, tokens: 0, keptDays: THREAD_DAYS, isThread: true });
  const name = textOf(objectOf(container)?.id);
  if (isId(name)) kept.push({ name, tokens: 0, keptDays: CONTAINER_DAYS });
  return kept;
}

const isId = (name: string): boolean => name !== '' && name.length <= MAX_ID_LENGTH;
