import { GatewayError } from '../../platform/gateway-error.ts';
import type { UpstreamAnswer } from '../../platform/net/upstream-answer.ts';

/**
 * Reads a small answer as text.
 * @throws upstream.broken_answer if it is longer than `maxBytes`; UpstreamError if it aborts
 */
export function readWhole(answer: UpstreamAnswer, maxBytes: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const pieces: Buffer[] = [];
    let size = 0;
    answer.consume({
      data(piece) {
        if (size > maxBytes) return;
        size += piece.length;
        if (size <= maxBytes) {
          pieces.push(piece);
          return;
        }
        reject(
          new GatewayError('upstream.broken_answer', {}, { cause: new Error(`more than ${maxBytes} bytes`) }),
        );
        answer.cancel();
      },
      end: () => resolve(Buffer.concat(pieces).toString('utf8')),
      fail: reject,
    });
  });
}
