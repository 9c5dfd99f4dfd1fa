import type { RequestTarget } from '../conversation-format.ts';
import { shortCallId, writeCallId } from '../neutral/call-ids.ts';
import { requestInput } from '../neutral/call-input.ts';
import type { CacheMark, CallPart, Part, ResultPart, ThinkingPart, Turn } from '../neutral/conversation.ts';
import { isBlank, LOST_WORDS, losesLastWords, NO_WORDS } from '../neutral/history.ts';
import { invalid } from '../neutral/members.ts';
import { redactedData } from '../neutral/redacted-thinking.ts';
import { writeConverseMedia } from './converse-media.ts';

const DIALECT = 'bedrock-converse';
export const TOOL_NAME = /^[A-Za-z0-9_-]{1,64}$/;
const MAX_ID_LENGTH = 64;

/** Ends what is kept in the cache of a prompt. */
export const cachePoint = (mark: CacheMark | null): object[] =>
  mark === null
    ? []
    : [{ cachePoint: { type: 'default', ...(mark.lifetime === '1h' && { ttl: mark.lifetime }) } }];

/**
 * The vendor refuses turns without content and texts of nothing but blanks.
 * @param asked as the caller said it
 * @param history without system turns, results grouped
 */
export function writeConverseTurns(
  asked: readonly Turn[],
  history: readonly Turn[],
  { hasSystem, target }: { hasSystem: boolean; target: RequestTarget },
): object[] {
  const written: { role: Turn['role']; content: object[] }[] = [];
  for (const { role, parts } of history) {
    const content = parts.flatMap((part) => writeConversePart(part, target));
    const before = written.at(-1);
    if (before?.role === role) for (const block of content) before.content.push(block);
    else if (content.length > 0) written.push({ role, content });
  }
  if (losesLastWords(asked, written, { hasSystem })) {
    target.report.note('approximated', 'messages.content', LOST_WORDS);
    written.push({ role: 'user', content: [{ text: NO_WORDS }] });
  }
  if (written.length === 0) throw invalid('messages', 'required');
  for (const { content } of written) nameDocuments(content, target);
  const last = written.at(-1);
  const end = last?.content.at(-1) as { text?: unknown } | undefined;
  // A last turn of the assistant is gone on with; white space at its end is refused.
  if (last?.role === 'assistant' && typeof end?.text === 'string' && /\s$/.test(end.text)) {
    target.report.note('approximated', 'messages.content', 'without the white space at its end');
    end.text = end.text.trimEnd();
  }
  return written;
}

/** Documents of one turn have names of their own, and a text next to them. */
function nameDocuments(content: object[], { report }: RequestTarget): void {
  const taken = new Set<string>();
  for (const { document } of content as { document?: { name: string } }[]) {
    if (document === undefined) continue;
    const { name } = document;
    for (let count = 2; taken.has(document.name); count += 1) document.name = `${name} ${count}`;
    taken.add(document.name);
  }
  if (taken.size === 0 || content.some((block) => 'text' in block)) return;
  report.note('added', 'messages.content', 'a document needs a text beside it');
  content.push({ text: NO_WORDS });
}

export function writeConversePart(part: Part, target: RequestTarget): object[] {
  const { report } = target;
  switch (part.kind) {
    case 'text':
      if (part.citations.length > 0) report.note('dropped', 'citations');
      return [...textBlock(part.text), ...cachePoint(part.mark)];
    case 'refusal':
      return textBlock(part.text);
    case 'media':
      return [writeConverseMedia(part, target), ...cachePoint(part.mark)];
    case 'call':
      return [writeCall(part, target), ...cachePoint(part.mark)];
    case 'result':
      return [writeResult(part, target), ...cachePoint(part.mark)];
    case 'thinking':
      return writeThinking(part, target);
    default:
      report.note('dropped', `content.${part.type}`);
      return [];
  }
}

const textBlock = (text: string): object[] => (isBlank(text) ? [] : [{ text }]);

function writeThinking({ text, seal }: ThinkingPart, { report, texts }: RequestTarget): object[] {
  if (seal?.dialect !== DIALECT) {
    report.note('dropped', 'thinking', 'without a signature of the target');
    return [];
  }
  const redactedContent = redactedData(seal, texts);
  if (redactedContent !== null) return [{ reasoningContent: { redactedContent } }];
  return [{ reasoningContent: { reasoningText: { text, signature: seal.value } } }];
}

const ownId = (id: string): string => shortCallId(writeCallId(id), MAX_ID_LENGTH);

function writeCall(call: CallPart, { report, texts, toolNames }: RequestTarget): object {
  if (call.seal !== null) report.note('dropped', 'signature');
  const input = requestInput(call, { texts, report });
  return { toolUse: { toolUseId: ownId(call.id), name: toolNames.write(call.name, TOOL_NAME), input } };
}

function writeResult({ callId, parts, isError }: ResultPart, target: RequestTarget): object {
  const content = parts.flatMap((part) => writeConversePart({ ...part, mark: null } as Part, target));
  return {
    toolResult: {
      toolUseId: ownId(callId),
      content: content.length > 0 ? content : [{ text: NO_WORDS }],
      ...(isError && { status: 'error' }),
    },
  };
}
