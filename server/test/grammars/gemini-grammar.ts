/**
 * Checks a stream of `streamGenerateContent` as strictly as a careful client could, and throws naming the first event
 * that breaks the order. Source: Gemini API reference, "GenerateContentResponse".
 */
interface Candidate {
  index?: number;
  finishReason?: string;
  content?: { role?: string; parts?: unknown };
}

interface Answer {
  candidates?: Candidate[];
  promptFeedback?: { blockReason?: string };
  usageMetadata?: Record<string, unknown>;
  error?: { code?: unknown; message?: unknown; status?: unknown };
}

/** How a stream ended: `finished` as it should, `failed` with an error as its last event. */
export type GeminiStreamEnd = 'finished' | 'failed';

const breaks = (at: number, why: string): never => {
  throw new Error(`event ${at}: ${why}`);
};

/** @param events data of each event, or elements of the list, in their order */
export function checkGeminiEvents(events: readonly unknown[], answerCount = 1): GeminiStreamEnd {
  if (events.length === 0) breaks(0, 'a stream has events');
  const finished = new Set<number>();
  let isBlocked = false;
  let hasFailed = false;
  let inputTokens = 0;
  events.forEach((event, at) => {
    if (typeof event !== 'object' || event === null || Array.isArray(event)) breaks(at, 'is no object');
    const { error, candidates, promptFeedback, usageMetadata } = event as Answer;
    if (hasFailed) breaks(at, 'nothing follows an error');
    if (error !== undefined) {
      const { code, message, status } = error;
      const fits = Number.isInteger(code) && typeof message === 'string' && /^[A-Z_]+$/.test(String(status));
      if (!fits || Object.keys(event as object).length !== 1)
        breaks(at, 'an error has code, message, status');
      hasFailed = true;
      return;
    }
    if (isBlocked) breaks(at, 'nothing follows a blocked prompt');
    if (promptFeedback?.blockReason !== undefined) {
      if (candidates !== undefined && candidates.length > 0) breaks(at, 'a blocked prompt has no candidates');
      isBlocked = true;
    } else if (candidates === undefined && usageMetadata === undefined) breaks(at, 'says nothing');
    for (const candidate of candidates ?? []) checkCandidate(candidate, at, finished);
    inputTokens = checkUsage(usageMetadata, at, inputTokens);
  });
  if (hasFailed) return 'failed';
  if (!isBlocked && finished.size < answerCount)
    breaks(events.length, 'the stream ended without the finish reason of every candidate');
  return 'finished';
}

function checkCandidate(
  { index = 0, finishReason, content }: Candidate,
  at: number,
  finished: Set<number>,
): void {
  if (finished.has(index)) breaks(at, `candidate ${index} goes on behind its finish reason`);
  if (content?.role !== undefined && content.role !== 'model') breaks(at, 'only the model speaks');
  const parts = content?.parts ?? [];
  if (!Array.isArray(parts)) breaks(at, 'parts are a list');
  for (const part of parts as Record<string, unknown>[]) {
    const kinds = ['text', 'functionCall', 'inlineData', 'executableCode', 'codeExecutionResult', 'fileData'];
    if (kinds.filter((kind) => kind in part).length > 1) breaks(at, 'a part is of one kind');
  }
  if (finishReason !== undefined) {
    if (!/^[A-Z_]+$/.test(finishReason)) breaks(at, 'a finish reason is a word in capitals');
    finished.add(index);
  }
}

function checkUsage(usage: Record<string, unknown> | undefined, at: number, before: number): number {
  if (usage === undefined) return before;
  for (const [name, value] of Object.entries(usage)) {
    if (name.endsWith('TokenCount') && !Number.isInteger(value)) breaks(at, `${name} is a whole number`);
  }
  const input = Number(usage.promptTokenCount ?? before);
  if (input < before) breaks(at, 'the prompt does not shrink');
  return input;
}

/** The events of a server-sent stream of Google: each has its data on one line; comments may stand between them. */
export function readGeminiSse(text: string): unknown[] {
  if (text !== '' && !/(\n\n|\r\n\r\n)$/.test(text)) throw new Error('the last event is not complete');
  const events: unknown[] = [];
  for (const block of text.split(/\r?\n\r?\n/)) {
    if (block === '' || block.startsWith(':')) continue;
    if (!block.startsWith('data: ') || /\n/.test(block)) throw new Error(`no event of Google's: ${block}`);
    events.push(JSON.parse(block.slice('data: '.length)));
  }
  return events;
}

/** The elements of a streamed list, which is whole. */
export function readGeminiArray(text: string): unknown[] {
  const elements: unknown = JSON.parse(text);
  if (!Array.isArray(elements)) throw new Error('a stream without alt=sse is a list');
  return elements;
}

/** A server-sent stream that came to its proper end. */
export function assertGeminiStream(text: string, answerCount = 1): void {
  if (checkGeminiEvents(readGeminiSse(text), answerCount) !== 'finished')
    throw new Error('the stream ended with an error');
}
