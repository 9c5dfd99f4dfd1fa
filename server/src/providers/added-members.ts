import { JsonScanError } from '../platform/json/json-scan-error.ts';
import { JsonScanner } from '../platform/json/json-scanner.ts';
import { scanInTurns } from '../platform/json/scan-in-turns.ts';
import type { Edit } from '../platform/json/splice.ts';

const OPEN_BRACKET = 0x5b;
const EMPTY_LIST = /^\[\s*\]$/;

/** Adds a member to requests that lack it. */
export const withMember =
  (name: string, value: unknown) =>
  async (body: Buffer): Promise<Edit[]> => {
    const found = await placeOf(body, name);
    return found === null ? [added(body, name, JSON.stringify(value))] : [];
  };

/** Adds something to a list of requests, which is made where they lack it; `isAlone`: only where it is empty. */
export const withListed =
  (name: string, value: unknown, { isAlone = false } = {}) =>
  async (body: Buffer): Promise<Edit[]> => {
    const json = JSON.stringify(value);
    const place = await placeOf(body, name);
    if (place === null) return [added(body, name, `[${json}]`)];
    const { start, end } = place;
    // The vendor refuses a value that is not a list; null counts as absent.
    const isList = body[start] === OPEN_BRACKET;
    if (body.toString('latin1', start, end) === 'null') return [{ start, end, replacement: `[${json}]` }];
    if (!isList) return [];
    if (EMPTY_LIST.test(body.toString('latin1', start, end)))
      return [{ start, end, replacement: `[${json}]` }];
    return isAlone ? [] : [{ start: end - 1, end: end - 1, replacement: `,${json}` }];
  };

async function placeOf(body: Buffer, name: string): Promise<{ start: number; end: number } | null> {
  const scan = new JsonScanner({ members: new Set([name]) });
  try {
    await scanInTurns(body, scan);
  } catch (error) {
    // The vendor refuses a member that comes twice.
    if (error instanceof JsonScanError) return { start: 0, end: 0 };
    throw error;
  }
  return scan.found.get(name) ?? null;
}

/** At the end: parsers that do not look at case let the last spelling of a name win. */
function added(body: Buffer, name: string, json: string): Edit {
  const end = body.lastIndexOf(0x7d);
  return { start: end, end, replacement: `,${JSON.stringify(name)}:${json}` };
}
