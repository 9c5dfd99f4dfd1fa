import {
  encodingIn,
  type VectorEncoding,
  withEncoding,
} from '../../dialects/openai-embeddings/vector-encoding.ts';
import { GatewayError } from '../../platform/gateway-error.ts';
import { assertParsable } from '../../platform/json/json-structure.ts';
import { PeekedAnswer } from '../../platform/net/peeked-answer.ts';
import { type UpstreamAnswer, UpstreamError } from '../../platform/net/upstream-answer.ts';
import { LocalAnswer } from '../../providers/local-answer.ts';
import { collectAnswer } from '../answer/collect-answer.ts';
import type { RoutedCall } from '../call/call-context.ts';

/** Limit for parsing and writing at once: 2 000 vectors of 3 072 numbers. */
const MAX_BYTES = 64 * 2 ** 20;

/**
 * Returns the vectors in the requested encoding: some upstreams ignore `encoding_format`. If the beginning is
 * already correct, the answer passes unread.
 * @throws upstream.broken_answer, rate.body_bytes, gateway.busy
 */
export async function inAskedEncoding(
  call: RoutedCall,
  answer: UpstreamAnswer,
  encoding: VectorEncoding,
): Promise<UpstreamAnswer> {
  const peeked = await PeekedAnswer.open(answer);
  const sent = encodingIn(peeked.start);
  if (sent === null || sent === encoding) return peeked;
  try {
    const bytes = await collectAnswer(peeked, { maxBytes: MAX_BYTES, hold: call.bodyHold });
    assertParsable(bytes);
    return LocalAnswer.whole(withEncoding(JSON.parse(bytes.toString('utf8')), encoding));
  } catch (cause) {
    if (cause instanceof GatewayError || cause instanceof UpstreamError) throw cause;
    throw new GatewayError('upstream.broken_answer', {}, { cause });
  }
}
