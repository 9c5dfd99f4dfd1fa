import type { LeaveOutSeals } from '../foreign-seals.ts';
import { type Json, listOf, objectOf, textOf } from '../neutral/json-values.ts';
import { isForeignSeal } from '../neutral/seals.ts';
import { isClaude, isOwnCallId } from './foreign-calls.ts';

const typeOf = (block: unknown): string => textOf(objectOf(block)?.type);

/**
 * Leaves out thinking of other vendors' models. Before calls that are being answered Anthropic wants thinking of its own,
 * which nobody has then, nor where another vendor's model did not think: this turn goes on without.
 */
export const leaveOutAnthropicSeals: LeaveOutSeals = (tree, { upstreamModel, texts, report }) => {
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
  const current = messages.slice(lastWords + 1);
  const isMissed =
    isClaude(upstreamModel) && typeOf(request.thinking) === 'enabled' && current.some(lacksThinking);
  if (changed.size === 0) {
    if (isMissed) goOnWithout(request);
    return isMissed;
  }
  report.note('dropped', 'thinking', 'without a signature of the target');
  // A message without content is refused; neighbours of one role are one to the vendor.
  request.messages = messages.filter(
    (message, at) => !changed.has(at) || listOf(objectOf(message)?.content).length > 0,
  );
  if ((isMissed || Math.max(...changed) > lastWords) && typeOf(request.thinking) !== 'disabled')
    goOnWithout(request);
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

/** Whether another vendor's model called tools without thinking before. Claude itself need not think before each call of a turn. */
function lacksThinking(message: unknown): boolean {
  const blocks = listOf(objectOf(message)?.content);
  const calls = blocks.filter((block) => typeOf(block) === 'tool_use');
  const isForeign = calls.some((call) => !isOwnCallId(textOf(objectOf(call)?.id)));
  return isForeign && !/^(?:redacted_)?thinking$/.test(typeOf(blocks[0]));
}
