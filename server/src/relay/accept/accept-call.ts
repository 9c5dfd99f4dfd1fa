import { isUtf8 } from 'node:buffer';
import { GatewayError } from '../../platform/gateway-error.ts';
import { holdMemory } from '../../platform/held-memory.ts';
import { type JsonFault, JsonScanError } from '../../platform/json-scan-error.ts';
import { JsonScanner } from '../../platform/json-scanner.ts';
import { nextTurn } from '../../platform/turns.ts';
import type { AcceptedCall, IdentifiedCall } from '../call-context.ts';
import { TimedHeartbeat } from '../deliver/heartbeat.ts';
import { assertMayUseModel } from '../identify/key-rights.ts';
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
export async function accept(call: IdentifiedCall, needs: RelayNeeds): Promise<AcceptedCall> {
  const { identity, dialect, address, caller } = call;
  const bodyHold = needs.bodyBudget.open(identity.userId);
  call.bodyHold = bodyHold;
  const body = await readBody(caller.request, {
    limitBytes: needs.bodyLimitBytes,
    hold: bodyHold,
    assertMayBeLarge: () => assertPaysForBody(call, needs),
  });
  holdMemory(body);
  call.body = body;
  const { members, notices, listedMember, countedMember } = dialect;
  const scan = new JsonScanner({ members, notices, listedMember, countedMember });
  try {
    await scanInTurns(body, scan);
  } catch (error) {
    if (error instanceof JsonScanError) throw new GatewayError(faultCodes[error.fault], {}, { cause: error });
    throw error;
  }
  if (!isUtf8(body)) throw new GatewayError('request.malformed_json');
  const facts = dialect.readFacts({ address, body, scan });
  assertMayUseModel(identity.rights, facts.model);
  const accepted = Object.assign(call, { bodyHold, scan, facts });
  call.tellsCharge = identity.tellsCost || isYes(caller.request.headers['x-turnpike-charge']);
  const beatsAfter = identity.heartbeatSeconds;
  if (beatsAfter !== null && dialect.operation.kind === 'conversation')
    call.heartbeat = new TimedHeartbeat(accepted, {
      afterSeconds: beatsAfter,
      nowMs: needs.clock.monotonicMs(),
    });
  return accepted;
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

const isYes = (value: string | string[] | undefined): boolean => /^(?:true|1)$/i.test(String(value ?? ''));
