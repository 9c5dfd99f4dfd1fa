import { ByteCollector } from '../../platform/byte-collector.ts';
import { joinPieces } from '../../platform/copy-bytes.ts';
import { GatewayError, toGatewayError } from '../../platform/gateway-error.ts';
import { freeMemory } from '../../platform/held-memory.ts';
import type { IncomingMessage } from '../../platform/http-messages.ts';
import { type BodyHold, FREE_BODY_BYTES } from './body-budget.ts';

export interface BodyBounds {
  limitBytes: number;
  /** Takes the bytes as they come; whoever holds the body releases it. */
  hold: BodyHold;
  /** Asked before more than `FREE_BODY_BYTES` are read; throws where the caller may not send so much. */
  assertMayBeLarge(): Promise<void> | undefined;
}

/** Memory for a whole body is taken once a twentieth has come: whoever announces much takes nothing from others by it. */
const RESERVED_FROM = 0.05;

/**
 * Reads a request's whole body.
 * @throws request.compressed, request.too_large, rate.body_bytes, gateway.busy or what `assertMayBeLarge` throws: at once when the header
 *   announces too much, else as soon as too much has come; caller.left. How long a caller may send is the server's
 *   own limit.
 */
export async function readBody(request: IncomingMessage, bounds: BodyBounds): Promise<Buffer> {
  const announced = Number(request.headers['content-length'] ?? 0);
  if (announced > bounds.limitBytes)
    throw new GatewayError('request.too_large', { limit: bounds.limitBytes });
  const encoding = request.headers['content-encoding'];
  if (encoding !== undefined && encoding !== 'identity') throw new GatewayError('request.compressed');
  bounds.hold.assertFits(announced);
  assertIsHere(request);
  const collector = await collectBody(request, announced, bounds);
  const size = collector.length;
  const pieces = collector.takePieces();
  return pieces.length === 1 ? (pieces[0] as Buffer) : joinPieces(pieces, size, { frees: true });
}

/**
 * Who left already does not say so again.
 * @throws caller.left
 */
export function assertIsHere(request: IncomingMessage): void {
  if (request.destroyed) throw new GatewayError('caller.left');
}

function collectBody(
  request: IncomingMessage,
  announced: number,
  { limitBytes, hold, assertMayBeLarge }: BodyBounds,
): Promise<ByteCollector> {
  return new Promise((resolve, reject) => {
    // The listeners stay as long as the call: they must not keep a second copy of its body.
    let collector: ByteCollector | null = new ByteCollector();
    let isAsked = false;
    const onData = (piece: Buffer): void => {
      if (collector === null) {
        freeMemory(piece);
        return;
      }
      try {
        const size = collector.length + piece.length;
        if (size > limitBytes) throw new GatewayError('request.too_large', { limit: limitBytes });
        if (size > FREE_BODY_BYTES) ask();
        hold.take(piece.length);
        collector.add(piece);
        const isUnderWay = announced > FREE_BODY_BYTES && size >= announced * RESERVED_FROM;
        if (isUnderWay && !collector.isReserved) collector.reserve(announced);
      } catch (error) {
        fail(error);
      }
    };
    /** Reading pauses until it is known whether the caller may send more. */
    function ask(): void {
      if (isAsked) return;
      isAsked = true;
      const asking = assertMayBeLarge();
      if (asking === undefined) return;
      request.pause();
      asking.then(() => request.resume(), fail);
    }
    const onEnd = (): void => {
      if (collector === null) return;
      resolve(collector);
      collector = null;
    };
    const onGone = (): void => {
      // Every request closes; an error is made only for one that closes too early.
      if (collector !== null) fail(new GatewayError('caller.left'));
    };
    // Nobody stops listening: a request lives as long as its listeners, and four farewells a call add up. What
    // still comes after a refusal is thrown away, so that the answer can be sent.
    function fail(error: unknown): void {
      if (collector === null) return;
      for (const piece of collector.takePieces()) freeMemory(piece);
      collector = null;
      reject(toGatewayError(error));
    }
    request.on('data', onData).on('end', onEnd).on('error', onGone).on('close', onGone);
    if (announced <= FREE_BODY_BYTES) return;
    try {
      ask();
    } catch (error) {
      fail(error);
    }
  });
}
