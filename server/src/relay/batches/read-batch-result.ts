import { areReadable, noUsage, type Usage } from '../../billing/usage.ts';
import type { Dialect } from '../../dialects/dialect.ts';
import type { BreakOff } from '../../platform/net/break-off.ts';
import type { UpstreamAnswer } from '../../platform/net/upstream-answer.ts';
import { nextTurn } from '../../platform/turns.ts';
import { FileTooLarge, isBlank, linesOf, MAX_SPARE_LINES } from './batch-lines.ts';
import type { BatchTerms } from './batch-terms.ts';
import { BatchUse } from './batch-use.ts';
import { LongResultLine, type ResultLine, readShortLine } from './result-line.ts';

/** Answers are longer than requests: the vectors of 2 048 texts exceed 100 MB. */
const MAX_BYTES = 4 * 2 ** 30;
const MAX_BYTES_A_REQUEST = 256 * 2 ** 20;
/** For each request one answer and one invalid line. */
const MAX_LINES_A_REQUEST = 2;
/** Maximum size of a line that is parsed at once. */
const PARSED_BYTES = 2 ** 20;
const BYTES_A_TOKEN = 4;
/** Lines and bytes read in one turn of the event loop. */
const LINES_A_TURN = 50;

export interface BatchResult {
  use: BatchUse;
  /** Number of charged answers. */
  answers: number;
  /** Lines with missing or implausible usage. They are estimated, or skipped if nothing is readable. */
  unread: number;
}

export const emptyResult = ({ price }: Pick<BatchTerms, 'price'>): BatchResult => ({
  use: new BatchUse(price),
  answers: 0,
  unread: 0,
});

interface ResultFile {
  terms: BatchTerms;
  dialect: Dialect;
  breakOff: BreakOff;
}

/**
 * Sums the use of the answers in a result file, at most one per request. An excessively large file is not
 * read to its end.
 * @throws UpstreamError
 */
export async function readBatchResult(answer: UpstreamAnswer, file: ResultFile): Promise<BatchResult> {
  const result = emptyResult(file.terms);
  try {
    await sumAnswers(answer, file, result);
  } catch (error) {
    // The file would be as large the next time.
    if (!(error instanceof FileTooLarge)) throw error;
  }
  return result;
}

async function sumAnswers(
  answer: UpstreamAnswer,
  { terms, dialect, breakOff }: ResultFile,
  result: BatchResult,
): Promise<void> {
  const { requests } = terms;
  const maxBytes = Math.min(MAX_BYTES, requests * MAX_BYTES_A_REQUEST);
  const maxLines = requests * MAX_LINES_A_REQUEST + MAX_SPARE_LINES;
  let lines = 0;
  let counted = 0;
  let linesOfTurn = 0;
  let bytesOfTurn = 0;
  const longLine = () => new LongResultLine(dialect);
  const bounds = { breakOff, maxBytes, maxLineBytes: PARSED_BYTES, longLine };
  for await (const text of linesOf(answer, bounds)) {
    lines += 1;
    linesOfTurn += 1;
    if (text instanceof Buffer) bytesOfTurn += text.length;
    if (linesOfTurn >= LINES_A_TURN || bytesOfTurn >= PARSED_BYTES) {
      linesOfTurn = 0;
      bytesOfTurn = 0;
      await nextTurn();
    }
    if (counted >= requests || lines > maxLines) break;
    if (isBlank(text)) continue;
    const line = text instanceof LongResultLine ? text.end() : readShortLine(text);
    if (line === null) {
      result.unread += 1;
      continue;
    }
    // Failed requests are free, as at the vendor.
    if (line.status !== 200 || line.answer === null) continue;
    counted += 1;
    const usage = usageOf(line.answer, dialect);
    const isBelieved = usage !== null && areReadable(usage.flags);
    if (isBelieved) result.answers += 1;
    else result.unread += 1;
    result.use.add(isBelieved ? usage : estimated(line.answer, { terms, dialect }));
  }
}

type Answer = NonNullable<ResultLine['answer']>;

function usageOf({ member, body, noticed }: Answer, dialect: Dialect): Usage | null {
  try {
    return dialect.readAnswer(member, body, noticed).usage;
  } catch {
    return null;
  }
}

/** Estimates the use from the expected input and the received text. */
function estimated(answer: Answer, { terms, dialect }: Omit<ResultFile, 'breakOff'>): Usage {
  const usage = noUsage();
  usage.textInput = terms.likelyInput;
  // Vectors are not text, even if they are encoded as text.
  if (dialect.operation.kind === 'conversation')
    usage.textOutput = Math.ceil(textBytesOf(answer, dialect) / BYTES_A_TOKEN);
  return usage;
}

function textBytesOf({ member, body, textBytes }: Answer, dialect: Dialect): number {
  if (textBytes !== null) return textBytes;
  try {
    const { text } = dialect.readAnswer((name) => (name === 'usage' ? {} : member(name)), body);
    return Buffer.byteLength(text());
  } catch {
    return 0;
  }
}
