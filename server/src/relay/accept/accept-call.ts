import { isUtf8 } from 'node:buffer';
import { GatewayError } from '../../platform/gateway-error.ts';
import { type JsonFault, JsonScanError, JsonScanner } from '../../platform/json-scanner.ts';
import { nextTurn } from '../../platform/turns.ts';
import type { CallContext } from '../call-context.ts';
import { TimedHeartbeat } from '../deliver/heartbeat.ts';
import type { RelayNeeds } from '../relay-needs.ts';
import { readBody } from './read-body.ts';
import { assertPaysForBody } from './unpaid-body.ts';

/** Bytes scanned between two looks at the clock: what is nested or has many names takes fifty times as long. */
const SLICE_BYTES = 16 * 1024;
/** Time for scanning one body before other calls get their turn. */
const TURN_MS = 2;

const faultCodes = {
  malformed: 'request.malformed_json',
  too_deep: 'request.too_deep',
  duplicate_member: 'request.duplicate_member',
} as const satisfies Record<JsonFault, string>;

/** Takes the body in and reads what the gateway must know of it. */
export async function accept(ctx: CallContext, needs: RelayNeeds): Promise<void> {
  if (ctx.identity === null) throw new Error('accept comes after identify');
  ctx.bodyHold = needs.bodyBudget.open(ctx.identity.userId);
  ctx.body = await readBody(ctx.caller.request, {
    limitBytes: needs.bodyLimitBytes,
    hold: ctx.bodyHold,
    assertMayBeLarge: () => assertPaysForBody(ctx, needs),
  });
  const { members, notices, listedMember, countedMember } = ctx.dialect;
  const scanner = new JsonScanner({ members, notices, listedMember, countedMember });
  try {
    await scanInTurns(ctx.body, scanner);
  } catch (error) {
    if (error instanceof JsonScanError) throw new GatewayError(faultCodes[error.fault], {}, { cause: error });
    throw error;
  }
  if (!isUtf8(ctx.body)) throw new GatewayError('request.malformed_json');
  ctx.scan = scanner;
  ctx.facts = ctx.dialect.readFacts({ address: ctx.address, body: ctx.body, scan: scanner });
  const beatsAfter = ctx.identity.heartbeatSeconds;
  if (beatsAfter !== null && ctx.dialect.operation.kind === 'conversation')
    ctx.heartbeat = new TimedHeartbeat(ctx, { afterSeconds: beatsAfter, nowMs: needs.clock.monotonicMs() });
}

/** @throws JsonScanError */
export async function scanInTurns(
  body: Buffer,
  scanner: JsonScanner,
  nowMs: () => number = () => performance.now(),
): Promise<void> {
  if (body.length <= SLICE_BYTES) scanner.feed(body);
  else {
    await nextTurn();
    let turnEndMs = nowMs() + TURN_MS;
    for (let start = 0; start < body.length; start += SLICE_BYTES) {
      if (nowMs() >= turnEndMs) {
        await nextTurn();
        turnEndMs = nowMs() + TURN_MS;
      }
      scanner.feed(body.subarray(start, start + SLICE_BYTES));
    }
  }
  scanner.end();
}
