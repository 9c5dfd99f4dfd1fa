import { JsonScanner } from '../../platform/json/json-scanner.ts';
import { nameBefore } from '../../platform/json/member-places.ts';
import { scanInTurns } from '../../platform/json/scan-in-turns.ts';
import type { Edit } from '../../platform/json/splice.ts';

const MODEL = 'model';
const MEMBERS: ReadonlySet<string> = new Set([MODEL]);
const VERSION = '"anthropic_version":"vertex-2023-10-16"';

/**
 * Claude's models at Vertex AI are named by the address; the version of Anthropic's API stands in the body.
 * Source: Claude documents, "Claude on Vertex AI".
 */
export async function versionForModel(body: Buffer): Promise<Edit[]> {
  const scan = new JsonScanner({ members: MEMBERS });
  await scanInTurns(body, scan);
  const value = scan.found.get(MODEL);
  const name = value && nameBefore(body, value.start, MODEL);
  // A name that is written with escapes is for the vendor to refuse.
  return value && name ? [{ start: name.start, end: value.end, replacement: VERSION }] : [];
}
