import { ByteCollector } from '../../platform/memory/byte-collector.ts';
import { type BodyConsumer, type UpstreamAnswer, UpstreamError } from '../../platform/net/upstream-answer.ts';
import type { BodyHold } from '../body/body-budget.ts';

/**
 * Collects the whole body of an answer.
 * @param hold counts its memory
 * @param check receives each piece before it is kept; an error that it throws ends the answer
 * @throws UpstreamError if the answer is cut or too long; rate.body_bytes or gateway.busy
 */
export function collectAnswer(
  answer: UpstreamAnswer,
  { maxBytes, hold, check }: { maxBytes: number; hold: BodyHold | null; check?: (piece: Buffer) => void },
): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const body = new ByteCollector();
    const consumer: BodyConsumer = {
      data(piece) {
        try {
          if (body.length + piece.length > maxBytes)
            throw new UpstreamError('broken', new Error('an answer is too long to be read at once'));
          check?.(piece);
          hold?.take(piece.length);
          body.add(piece);
          return;
        } catch (error) {
          reject(error);
        }
        answer.cancel();
      },
      end: () => resolve(body.take()),
      fail: reject,
    };
    answer.consume(consumer);
  });
}
