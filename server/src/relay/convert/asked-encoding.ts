import {
  encodingIn,
  type VectorEncoding,
  withEncoding,
} from '../../dialects/openai-embeddings/vector-encoding.ts';
import { GatewayError } from '../../platform/gateway-error.ts';
import { assertParsable } from '../../platform/json-structure.ts';
import { PeekedAnswer } from '../../platform/peeked-answer.ts';
import { type UpstreamAnswer, UpstreamError } from '../../platform/upstream-answer.ts';
import { LocalAnswer } from '../../providers/local-answer.ts';
import type { RoutedCall } from '../call-context.ts';
import { collectAnswer } from '../deliver/collect-answer.ts';

/** It is parsed and written at once: 2 000 vectors of 3 072 numbers. */
const MAX_BYTES = 64 * 2 ** 20;

/**
 * The vectors as the caller asked for them: some upstreams ignore `encoding_format`. An answer that begins as it should
 * passes without being read.
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
