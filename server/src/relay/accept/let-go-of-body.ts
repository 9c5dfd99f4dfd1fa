import { freeRecentBuffers } from '../../platform/return-memory.ts';
import type { CallContext } from '../call-context.ts';
import { LARGE_BODY_BYTES } from './read-body.ts';

/** Gives a body's memory back, as soon as nothing of the call needs it any more. */
export function letGoOfBody(ctx: CallContext): void {
  // In a later turn: who lets go may have it at hand.
  if (ctx.body.length >= LARGE_BODY_BYTES) setImmediate(freeRecentBuffers);
  ctx.body = NO_BYTES;
  ctx.scan = null;
  ctx.bodyHold?.release();
}

const NO_BYTES = Buffer.alloc(0);
