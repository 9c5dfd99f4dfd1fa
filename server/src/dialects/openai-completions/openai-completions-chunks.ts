import { type ChunkKind, DONE, eventOf } from '../openai-chat/openai-chat-chunks.ts';

export const completionChunk: ChunkKind = {
  object: 'text_completion',
  says: ({ text }) => typeof text === 'string' && text !== '',
  silence: { text: '' },
};

/**
 * A whole answer as the stream that it would have been: its chunks look like it. An error stays one.
 * @throws where it is no answer
 */
export function streamOfCompletion(answer: unknown): string {
  const { choices, usage, error, ...head } = answer as Record<string, unknown>;
  if (error !== undefined && error !== null) return eventOf({ error });
  if (!Array.isArray(choices) || choices.length === 0) throw new Error('no list of choices');
  const events = choices.map((choice) => eventOf({ ...head, choices: [choice] }));
  if (usage !== undefined && usage !== null) events.push(eventOf({ ...head, choices: [], usage }));
  return events.join('') + DONE;
}
