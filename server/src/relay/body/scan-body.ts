import { GatewayError } from '../../platform/gateway-error.ts';
import { type JsonFault, JsonScanError } from '../../platform/json/json-scan-error.ts';
import { JsonScanner } from '../../platform/json/json-scanner.ts';
import { scanInTurns } from '../../platform/json/scan-in-turns.ts';
import { holdMemory, letGoOfMemory } from '../../platform/memory/held-memory.ts';
import type { IdentifiedCall } from '../call/call-context.ts';

const faultCodes = {
  malformed: 'request.malformed_json',
  too_deep: 'request.too_deep',
  duplicate_member: 'request.duplicate_member',
} as const satisfies Record<JsonFault, string>;

/** Scans a call's body for the members that its dialect reads. */
export async function scanBody({ body, dialect }: IdentifiedCall): Promise<JsonScanner> {
  const { members, notices, listedMember, countedMember } = dialect;
  const scan = new JsonScanner({ members, notices, listedMember, countedMember });
  try {
    await scanInTurns(body, scan);
  } catch (error) {
    if (error instanceof JsonScanError) throw new GatewayError(faultCodes[error.fault], {}, { cause: error });
    throw error;
  }
  return scan;
}

/** Replaces the body of a call, releases the old one and scans the new one. */
export function replaceBody(call: IdentifiedCall, body: Buffer): Promise<JsonScanner> {
  call.bodyHold?.resize(body.length);
  letGoOfMemory(call.body);
  holdMemory(body);
  call.body = body;
  return scanBody(call);
}
