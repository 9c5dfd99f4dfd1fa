import { JsonScanError } from '../platform/json/json-scan-error.ts';
import { JsonScanner } from '../platform/json/json-scanner.ts';
import { scanInTurns } from '../platform/json/scan-in-turns.ts';
import type { Edit } from '../platform/json/splice.ts';

const NO_NAMES: ReadonlySet<string> = new Set();
const DEVELOPER = '"developer"';

/** OpenAI's newer name of the role `system`, for vendors that know the older one alone. */
export async function developerAsSystem(body: Buffer): Promise<Edit[]> {
  const scan = new JsonScanner({ members: NO_NAMES, listedMember: 'role' });
  try {
    await scanInTurns(body, scan);
  } catch (error) {
    // The same role said twice is for the vendor to refuse.
    if (error instanceof JsonScanError) return [];
    throw error;
  }
  return scan.listedMembers
    .filter(({ start, end }) => body.toString('latin1', start, end) === DEVELOPER)
    .map((place) => ({ ...place, replacement: '"system"' }));
}
