import { ByteCollector } from '../../platform/byte-collector.ts';
import { type BodyConsumer, type UpstreamAnswer, UpstreamError } from '../../platform/upstream-answer.ts';
import type { BodyHold } from '../accept/body-budget.ts';

/**
 * The whole body of an answer.
 * @param hold takes the memory for it
 * @throws UpstreamError where it does not come to its end, or is too long
 */
export function collectAnswer(
  answer: UpstreamAnswer,
  { maxBytes, hold }: { maxBytes: number; hold: BodyHold | null },
): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const body = new ByteCollector();
    const consumer: BodyConsumer = {
      data(piece) {
        if (body.length + piece.length <= maxBytes && hold?.tryTake(piece.length) !== false) {
          body.add(piece);
          return;
        }
        reject(new UpstreamError('broken', new Error('an answer is too long to be read at once')));
        answer.cancel();
      },
      end: () => resolve(body.take()),
      fail: reject,
    };
    answer.consume(consumer);
  });
}
