import type { BreakOff } from '../../platform/break-off.ts';
import { PacedAnswer } from '../../platform/paced-answer.ts';
import { type UpstreamAnswer, UpstreamError } from '../../platform/upstream-answer.ts';

const NEWLINE = 0x0a;

/**
 * Lines of a file that a vendor keeps, one at a time and at the pace of their reader; null for one that is too long, of
 * which nothing is kept.
 * @throws UpstreamError where the file breaks off, or is larger than `maxBytes`
 */
export async function* linesOf(
  answer: UpstreamAnswer,
  { breakOff, maxBytes, maxLineBytes }: { breakOff: BreakOff; maxBytes: number; maxLineBytes: number },
): AsyncGenerator<Buffer | null> {
  let parts: Buffer[] = [];
  let length = 0;
  let total = 0;
  const take = (): Buffer | null => {
    const line = length > maxLineBytes ? null : Buffer.concat(parts);
    parts = [];
    length = 0;
    return line;
  };
  try {
    for await (const piece of piecesOf(new PacedAnswer(answer, breakOff))) {
      total += piece.length;
      if (total > maxBytes) throw new UpstreamError('broken', new Error('a file is too large'));
      for (let from = 0; from < piece.length; ) {
        const end = piece.indexOf(NEWLINE, from);
        const part = piece.subarray(from, end === -1 ? piece.length : end);
        length += part.length;
        if (length > maxLineBytes) parts = [];
        // A piece is a part of a larger buffer, which would live as long.
        else parts.push(end === -1 ? Buffer.from(part) : part);
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
