import { areReadable, noUsage, type Usage } from '../../billing/usage.ts';
import type { Dialect } from '../../dialects/dialect.ts';
import { objectOf, parseObject } from '../../dialects/neutral/json-values.ts';
import type { BreakOff } from '../../platform/break-off.ts';
import { nextTurn } from '../../platform/turns.ts';
import type { UpstreamAnswer } from '../../platform/upstream-answer.ts';
import { linesOf } from './batch-lines.ts';
import type { BatchTerms } from './batch-terms.ts';
import { BatchUse } from './batch-use.ts';

/** Answers are longer than requests, and a line is read at once. */
const MAX_BYTES = 4 * 2 ** 30;
const MAX_LINE_BYTES = 16 * 2 ** 20;
const BYTES_A_TOKEN = 4;
/** Lines that are read in one turn of the event loop. */
const LINES_A_TURN = 50;

export interface BatchResult {
  use: BatchUse;
  /** Answers that are charged. */
  answers: number;
  /** Lines whose usage was missing or could not be believed; they are estimated, or left out where nothing can be read. */
  unread: number;
}

export const emptyResult = ({ price }: Pick<BatchTerms, 'price'>): BatchResult => ({
  use: new BatchUse(price),
  answers: 0,
  unread: 0,
});

/**
 * Sums what the answers in a result file used, at most as many as there were requests.
 * @throws UpstreamError
 */
export async function readBatchResult(
  answer: UpstreamAnswer,
  { terms, dialect, breakOff }: { terms: BatchTerms; dialect: Dialect; breakOff: BreakOff },
): Promise<BatchResult> {
  const result = emptyResult(terms);
  let lines = 0;
  for await (const text of linesOf(answer, { breakOff, maxBytes: MAX_BYTES, maxLineBytes: MAX_LINE_BYTES })) {
    lines += 1;
    if (lines % LINES_A_TURN === 0) await nextTurn();
    if (result.answers + result.unread >= terms.requests) break;
    const line = text === null ? null : parseObject(text.toString('utf8'));
    if (line === null) {
      if (text === null || text.toString('latin1').trim() !== '') result.unread += 1;
      continue;
    }
    const response = objectOf(line.response);
    const body = objectOf(response?.body);
    // What failed costs nothing, here as at the vendor.
    if (Number(response?.status_code) !== 200 || body === null) continue;
    const usage = usageOf(body, dialect);
    if (usage !== null && areReadable(usage.flags)) result.answers += 1;
    else result.unread += 1;
    result.use.add(usage !== null && areReadable(usage.flags) ? usage : estimated(body, { terms, dialect }));
  }
  return result;
}

function usageOf(body: Record<string, unknown>, dialect: Dialect): Usage | null {
  try {
    return dialect.readAnswer(
      (name) => body[name],
      () => Buffer.from(JSON.stringify(body)),
    ).usage;
  } catch {
    return null;
  }
}

/** The input as it was taken for, and the text that came. */
function estimated(
  body: Record<string, unknown>,
  { terms, dialect }: { terms: BatchTerms; dialect: Dialect },
): Usage {
  const usage = noUsage();
  usage.textInput = terms.likelyInput;
  try {
    const { text } = dialect.readAnswer(
      (name) => body[name],
      () => Buffer.from(JSON.stringify({ ...body, usage: {} })),
    );
    usage.textOutput = Math.ceil(Buffer.byteLength(text()) / BYTES_A_TOKEN);
  } catch {
    // No text that could be read.
  }
  return usage;
}
