import type { LeaveOutSeals } from '../foreign-seals.ts';
import { type Json, listOf, objectOf, textOf } from '../neutral/json-values.ts';
import { isForeignSeal } from '../neutral/seals.ts';

const typeOf = (block: unknown): string => textOf(objectOf(block)?.type);

/**
 * Leaves out thinking of other vendors' models. Before calls that are being answered Anthropic wants thinking of its own,
 * which nobody has then, so this turn goes on without.
 */
export const leaveOutAnthropicSeals: LeaveOutSeals = (tree, { texts, report }) => {
  const request = objectOf(tree) ?? {};
  const messages = listOf(request.messages);
  const isForeign = (block: unknown): boolean =>
    typeOf(block) === 'thinking' && isForeignSeal(textOf(objectOf(block)?.signature), texts);
  const lastWords = messages.findLastIndex((message) => {
    const { role, content } = objectOf(message) ?? {};
    return role === 'user' && !listOf(content).some((block) => typeOf(block) === 'tool_result');
  });
  const changed = new Set<number>();
  messages.forEach((given, at) => {
    const message = objectOf(given);
    const content = listOf(message?.content);
    if (message === null || !content.some(isForeign)) return;
    message.content = content.filter((block) => !isForeign(block));
    changed.add(at);
  });
  if (changed.size === 0) return false;
  report.note('dropped', 'thinking', 'without a signature of the target');
  // A message without content is refused; neighbours of one role are one to the vendor.
  request.messages = messages.filter(
    (message, at) => !changed.has(at) || listOf(objectOf(message)?.content).length > 0,
  );
  if (Math.max(...changed) > lastWords && typeOf(request.thinking) !== 'disabled') goOnWithout(request);
  return true;

  function goOnWithout({ thinking, context_management: management }: Json): void {
    if (thinking === undefined) return;
    delete request.thinking;
    report.note('approximated', 'thinking', 'off for this turn: the thinking before its calls is missing');
    // Without thinking, the vendor refuses to clear it.
    const edits = objectOf(management);
    if (edits !== null)
      edits.edits = listOf(edits.edits).filter((edit) => !typeOf(edit).startsWith('clear_thinking'));
  }
};
