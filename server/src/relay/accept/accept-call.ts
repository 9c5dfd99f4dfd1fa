import { isUtf8 } from 'node:buffer';
import { GatewayError } from '../../platform/gateway-error.ts';
import { holdMemory } from '../../platform/held-memory.ts';
import { type JsonFault, JsonScanError } from '../../platform/json-scan-error.ts';
import { JsonScanner } from '../../platform/json-scanner.ts';
import { scanInTurns } from '../../platform/scan-in-turns.ts';
import type { AcceptedCall, IdentifiedCall } from '../call-context.ts';
import { TimedHeartbeat } from '../deliver/heartbeat.ts';
import { assertMayUseModel } from '../identify/key-rights.ts';
import type { RelayNeeds } from '../relay-needs.ts';
import { readBody } from './read-body.ts';
import { assertPaysForBody } from './unpaid-body.ts';

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

const isYes = (value: string | string[] | undefined): boolean => /^(?:true|1)$/i.test(String(value ?? ''));
