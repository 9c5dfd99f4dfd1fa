import { JsonScanError } from '../platform/json/json-scan-error.ts';
import { JsonScanner } from '../platform/json/json-scanner.ts';
import { withoutMember } from '../platform/json/member-places.ts';
import { scanInTurns } from '../platform/json/scan-in-turns.ts';
import type { Edit } from '../platform/json/splice.ts';

const NO_NAMES: ReadonlySet<string> = new Set();
/** In messages: what a model of another vendor thought. */
const THINKING = 'reasoning_content';

/** Leaves out thinking next to a message's text, for vendors that refuse it. */
export async function withoutThinking(body: Buffer): Promise<Edit[]> {
  const scan = new JsonScanner({ members: NO_NAMES, listedMember: THINKING });
  try {
    await scanInTurns(body, scan);
  } catch (error) {
    // The same said twice is for the vendor to refuse.
    if (error instanceof JsonScanError) return [];
    throw error;
  }
  return scan.listedMembers.flatMap((value) => withoutMember(body, value, THINKING));
}
