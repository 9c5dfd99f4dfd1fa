import { letGoOfMemory } from '../../platform/memory/held-memory.ts';
import type { CallContext } from '../call/call-context.ts';

/** Frees a body's memory once the call no longer needs it. */
export function letGoOfBody(ctx: CallContext): void {
  letGoOfMemory(ctx.body);
  ctx.body = NO_BYTES;
  ctx.scan = null;
  ctx.bodyHold?.release();
  ctx.upload?.spool.release();
}

const NO_BYTES = Buffer.alloc(0);
