import { isUtf8 } from 'node:buffer';
import { GatewayError } from '../../platform/gateway-error.ts';
import { type JsonFault, JsonScanError, JsonScanner } from '../../platform/json-scanner.ts';
import { nextTurn } from '../../platform/turns.ts';
import type { CallContext } from '../call-context.ts';
import { Heartbeat } from '../deliver/heartbeat.ts';
import type { RelayNeeds } from '../relay-needs.ts';
import { readBody } from './read-body.ts';

/** Bytes scanned before other calls get their turn: about 2 ms on the main loop. */
const TURN_BYTES = 256 * 1024;

const faultCodes = {
  malformed: 'request.malformed_json',
  too_deep: 'request.too_deep',
  duplicate_member: 'request.duplicate_member',
} as const satisfies Record<JsonFault, string>;

/** Takes the body in and reads what the gateway must know of it. */
export async function accept(ctx: CallContext, { bodyLimitBytes, clock }: RelayNeeds): Promise<void> {
  ctx.body = await readBody(ctx.caller.request, { limitBytes: bodyLimitBytes });
  const scanner = new JsonScanner({ members: ctx.operation.members });
  try {
    for (let start = 0; start < ctx.body.length; start += TURN_BYTES) {
      if (ctx.body.length > TURN_BYTES) await nextTurn();
      scanner.feed(ctx.body.subarray(start, start + TURN_BYTES));
    }
    scanner.end();
  } catch (error) {
    if (error instanceof JsonScanError) throw new GatewayError(faultCodes[error.fault], {}, { cause: error });
    throw error;
  }
  if (!isUtf8(ctx.body)) throw new GatewayError('request.malformed_json');
  ctx.scan = scanner;
  ctx.facts = ctx.operation.readRequest(ctx.body, scanner);
  const beatsAfter = ctx.identity?.heartbeatSeconds ?? null;
  if (beatsAfter !== null && ctx.operation.name === 'chat')
    ctx.heartbeat = new Heartbeat(ctx, { afterSeconds: beatsAfter, nowMs: clock.monotonicMs() });
}
