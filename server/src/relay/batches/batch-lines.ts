import type { BreakOff } from '../../platform/net/break-off.ts';
import { PacedAnswer } from '../../platform/net/paced-answer.ts';
import { type UpstreamAnswer, UpstreamError } from '../../platform/net/upstream-answer.ts';

const NEWLINE = 0x0a;

/** Lines of a file in addition to its requests: empty ones, some at the end. */
export const MAX_SPARE_LINES = 100;

export class FileTooLarge extends UpstreamError {
  constructor() {
    super('broken', new Error('a file is too large'));
  }
}

/** Consumes a line that is too long to keep, piece by piece. */
export interface LongLine {
  feed(piece: Buffer): void;
}

/**
 * Reads the lines of a vendor's file, one at a time and at the reader's pace.
 * @param longLine creates the consumer of a line that is too long; its text is not kept
 * @throws UpstreamError if the file aborts; FileTooLarge if it exceeds `maxBytes`
 */
export async function* linesOf<Long extends LongLine>(
  answer: UpstreamAnswer,
  {
    breakOff,
    maxBytes,
    maxLineBytes,
    longLine,
  }: { breakOff: BreakOff; maxBytes: number; maxLineBytes: number; longLine: () => Long },
): AsyncGenerator<Buffer | Long> {
  let parts: Buffer[] = [];
  let length = 0;
  let total = 0;
  let long: Long | null = null;
  const add = (part: Buffer, isLast: boolean): void => {
    length += part.length;
    if (long === null && length > maxLineBytes) {
      long = longLine();
      for (const earlier of parts) long.feed(earlier);
      parts = [];
    }
    if (long !== null) long.feed(part);
    // A piece is a part of a larger buffer, which would stay in memory too.
    else parts.push(isLast ? part : Buffer.from(part));
  };
  const take = (): Buffer | Long => {
    const line = long ?? Buffer.concat(parts);
    parts = [];
    length = 0;
    long = null;
    return line;
  };
  try {
    for await (const piece of piecesOf(new PacedAnswer(answer, breakOff))) {
      total += piece.length;
      if (total > maxBytes) throw new FileTooLarge();
      for (let from = 0; from < piece.length; ) {
        const end = piece.indexOf(NEWLINE, from);
        add(piece.subarray(from, end === -1 ? piece.length : end), end !== -1);
        if (end === -1) break;
        yield take();
        from = end + 1;
      }
    }
    if (length > 0) yield take();
  } finally {
    answer.cancel();
  }
}

export function isBlank(line: Buffer | LongLine): boolean {
  return line instanceof Buffer && line.toString('latin1').trim() === '';
}

async function* piecesOf(answer: UpstreamAnswer): AsyncGenerator<Buffer> {
  const waiting: Buffer[] = [];
  const state: { outcome: 'open' | 'ended' | UpstreamError; wake: () => void } = {
    outcome: 'open',
    wake() {},
  };
  answer.consume({
    data(piece) {
      waiting.push(piece);
      answer.pause();
      state.wake();
    },
    end() {
      state.outcome = 'ended';
      state.wake();
    },
    fail(error) {
      state.outcome = error;
      state.wake();
    },
  });
  for (;;) {
    const piece = waiting.shift();
    if (piece !== undefined) yield piece;
    else if (state.outcome === 'ended') return;
    else if (state.outcome !== 'open') throw state.outcome;
    else {
      const next = new Promise<void>((resolve) => {
        state.wake = resolve;
      });
      answer.resume();
      await next;
    }
  }
}
