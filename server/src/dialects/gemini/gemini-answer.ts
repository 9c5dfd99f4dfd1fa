import { textOf } from '../neutral/json-values.ts';
import { geminiStops, isFilter, readStop } from '../neutral/stop-reasons.ts';

/** A part of an answer's content, as far as it is looked at. */
export interface AnswerPart {
  text?: unknown;
  functionCall?: { args?: unknown; partialArgs?: unknown } | null;
  executableCode?: { code?: unknown } | null;
  codeExecutionResult?: { output?: unknown } | null;
  inlineData?: { mimeType?: unknown; data?: unknown } | null;
}

export interface AnswerCandidate {
  index?: unknown;
  finishReason?: unknown;
  content?: { parts?: unknown } | null;
}

/** One event of a stream, or a whole answer. */
export interface GeminiAnswer {
  candidates?: unknown;
  promptFeedback?: { blockReason?: unknown } | null;
  usageMetadata?: unknown;
  error?: unknown;
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

export const candidatesOf = ({ candidates }: GeminiAnswer): AnswerCandidate[] =>
  Array.isArray(candidates) ? candidates.filter(isObject) : [];

export function partsOfCandidate({ content }: AnswerCandidate): AnswerPart[] {
  const parts = content?.parts;
  return Array.isArray(parts) ? parts.filter(isObject) : [];
}

export const partsOf = (answer: GeminiAnswer): AnswerPart[] => candidatesOf(answer).flatMap(partsOfCandidate);

/** The texts that a model wrote, thinking and arguments too; names, ids and signatures are none. */
export function textsOf({ text, functionCall, executableCode, codeExecutionResult }: AnswerPart): string[] {
  const args = functionCall?.args;
  const partial = functionCall?.partialArgs;
  const texts: unknown[] = [text, executableCode?.code, codeExecutionResult?.output];
  if (isObject(args) && Object.keys(args).length > 0) texts.push(JSON.stringify(args));
  if (Array.isArray(partial))
    for (const one of partial as ({ stringValue?: unknown } | null)[]) texts.push(one?.stringValue);
  return texts.filter((one): one is string => typeof one === 'string' && one !== '');
}

/** Length of a file; the data may be that number itself. */
const lengthOf = (data: unknown): number =>
  typeof data === 'string' ? data.length : typeof data === 'number' ? data : 0;

/** Pictures, and bytes of sound as base64. */
export function mediaOf(parts: readonly AnswerPart[]): { audioBytes: number; imageCount: number } {
  const media = { audioBytes: 0, imageCount: 0 };
  for (const { inlineData } of parts) {
    const type = textOf(inlineData?.mimeType);
    if (type.startsWith('image/')) media.imageCount += 1;
    else if (type.startsWith('audio/')) media.audioBytes += lengthOf(inlineData?.data);
  }
  return media;
}

export const isBlocked = ({ promptFeedback }: GeminiAnswer): boolean =>
  typeof promptFeedback?.blockReason === 'string';

/** A filter of Google's ended it. */
export const isWithheld = (answer: GeminiAnswer): boolean =>
  isBlocked(answer) ||
  candidatesOf(answer).some(
    ({ finishReason }) => typeof finishReason === 'string' && isFilter(readStop(geminiStops, finishReason)),
  );

/**
 * An answer as the stream that its caller had asked for: a whole one, or the list of those who do not know `alt=sse`.
 * @throws where it is no answer
 */
export function eventsOfAnswer(answer: unknown): string {
  const events: unknown[] = Array.isArray(answer) ? answer : [answer];
  const isAnswer = events.some(
    (event) => isObject(event) && (Array.isArray((event as GeminiAnswer).candidates) || isBlocked(event)),
  );
  if (!isAnswer) throw new Error('no candidates in the answer');
  return events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('');
}
