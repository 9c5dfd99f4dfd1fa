import { JsonScanError } from '../../platform/json/json-scan-error.ts';
import { JsonScanner } from '../../platform/json/json-scanner.ts';
import { scanInTurns } from '../../platform/json/scan-in-turns.ts';
import { spliceInTurns } from '../../platform/json/splice.ts';
import { freeMemory } from '../../platform/memory/held-memory.ts';

const MEMBERS: ReadonlySet<string> = new Set(['model']);
const EMPTY = /\{\s*$/;

/**
 * Replaces the model in a body with the model in its path: Azure's clients address a deployment. A body that
 * is not JSON is returned unchanged.
 */
export async function withModelOfAddress(body: Buffer, model: string): Promise<Buffer> {
  const scan = new JsonScanner({ members: MEMBERS });
  try {
    await scanInTurns(body, scan);
  } catch (error) {
    if (error instanceof JsonScanError) return body;
    throw error;
  }
  const replacement = JSON.stringify(model);
  const named = scan.found.get('model');
  if (named !== undefined && body.toString('utf8', named.start, named.end) === replacement) return body;
  const end = body.lastIndexOf(0x7d);
  const comma = EMPTY.test(body.toString('latin1', Math.max(0, end - 16), end)) ? '' : ',';
  const edit =
    named === undefined
      ? { start: end, end, replacement: `${comma}"model":${replacement}` }
      : { start: named.start, end: named.end, replacement };
  const written = await spliceInTurns(body, [edit]);
  freeMemory(body);
  return written;
}
