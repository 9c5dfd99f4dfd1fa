import type { RequestTarget } from '../conversation-format.ts';
import { type Conversation, textPart } from './conversation.ts';

/** The conversation with the schema of its answer as an instruction, for a target that would refuse the schema. */
export function tellSchema(talk: Conversation, { texts, report }: RequestTarget): Conversation {
  report.note('approximated', 'response_format', 'told to the model, not enforced');
  const schema = texts.write(talk.output?.schema).toString('utf8');
  const told = `Answer with JSON alone, in no code block, that fits this JSON schema: ${schema}`;
  // Behind the caller's own instructions.
  const at = Math.max(
    talk.turns.findIndex(({ role }) => role !== 'system'),
    0,
  );
  const turns = talk.turns.toSpliced(at, 0, { role: 'system', name: '', parts: [textPart(told)] });
  return { ...talk, output: null, turns };
}
