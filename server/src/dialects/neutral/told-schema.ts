import type { RequestTarget } from '../conversation-format.ts';
import { type Conversation, type OutputWish, type Turn, textPart } from './conversation.ts';

const JSON_ALONE = 'Answer with JSON alone, in no code block';

/** Whether any JSON will do. */
export const wantsAnyJson = (output: OutputWish | null): boolean =>
  output !== null && output.format !== 'text' && (output.format === 'json' || output.schema === null);

/**
 * The conversation with its wish for JSON, or the schema of its answer, as an instruction, for a target that would refuse
 * it otherwise.
 */
export function tellOutput(talk: Conversation, { texts, report }: RequestTarget): Conversation {
  report.note('approximated', 'response_format', 'told to the model, not enforced');
  const schema = talk.output?.schema ?? null;
  const fits =
    schema === null ? '.' : `, that fits this JSON schema: ${texts.write(schema).toString('utf8')}`;
  return { ...talk, output: null, turns: withInstruction(talk.turns, `${JSON_ALONE}${fits}`) };
}

/** Turns for a target whose JSON mode wants the word in some message: an instruction is added where none says it. */
export function withJsonWord(turns: readonly Turn[], { texts, report }: RequestTarget): Turn[] {
  const isSaid = turns.some(({ parts }) =>
    parts.some((part) => part.kind === 'text' && /json/i.test(texts.full(part.text))),
  );
  if (isSaid) return [...turns];
  report.note('added', 'messages', 'JSON mode wants the word in a message');
  return withInstruction(turns, `${JSON_ALONE}.`);
}

/** Behind the caller's own instructions. */
function withInstruction(turns: readonly Turn[], text: string): Turn[] {
  const at = Math.max(
    turns.findIndex(({ role }) => role !== 'system'),
    0,
  );
  return turns.toSpliced(at, 0, { role: 'system', name: '', parts: [textPart(text)] });
}
