import { GatewayError, toGatewayError } from '../../platform/gateway-error.ts';
import { ByteCollector } from '../../platform/memory/byte-collector.ts';
import { joinPieces } from '../../platform/memory/copy-bytes.ts';
import { freeMemory } from '../../platform/memory/held-memory.ts';
import type { IncomingMessage } from '../../platform/net/http-messages.ts';
import { type BodyHold, FREE_BODY_BYTES } from './body-budget.ts';

export interface BodyBounds {
  limitBytes: number;
  /** Counts the bytes as they arrive; the owner of the body releases it. */
  hold: BodyHold;
  /** Called before more than `FREE_BODY_BYTES` are read; throws if the caller may not send that much. */
  assertMayBeLarge(): Promise<void> | undefined;
}

/**
 * Memory for a whole body is reserved once a twentieth has arrived, so that a large announcement takes
 * nothing from others.
 */
const RESERVED_FROM = 0.05;

/**
 * Reads a request's whole body. The server's own timeout applies.
 * @throws request.compressed, request.too_large, rate.body_bytes, gateway.busy or the error of
 * `assertMayBeLarge`: at once if the header announces too much, else when too much has arrived; caller.left
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

/** @throws caller.left if the caller has already disconnected */
export function assertIsHere(request: IncomingMessage): void {
  if (request.destroyed) throw new GatewayError('caller.left');
}

function collectBody(
  request: IncomingMessage,
  announced: number,
  { limitBytes, hold, assertMayBeLarge }: BodyBounds,
): Promise<ByteCollector> {
  return new Promise((resolve, reject) => {
    // The listeners live as long as the call and must not keep a second copy of its body.
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
    /** Pauses reading until it is known whether the caller may send more. */
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
      // Every request emits 'close'; only an early one is an error.
      if (collector !== null) fail(new GatewayError('caller.left'));
    };
    // Listeners are not removed: a request lives as long as its listeners, and four removals per call add up.
    // Bytes after a refusal are discarded, so that the answer can be sent.
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
