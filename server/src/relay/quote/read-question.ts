import { SEARCH_SUFFIX } from '@turnpike/contract';
import type { CallAddress } from '../../dialects/call-facts.ts';
import type { Dialect, RequestFacts } from '../../dialects/dialect.ts';
import { GatewayError } from '../../platform/gateway-error.ts';
import { JsonScanError } from '../../platform/json/json-scan-error.ts';
import { JsonScanner } from '../../platform/json/json-scanner.ts';
import { scanInTurns } from '../../platform/json/scan-in-turns.ts';
import { entrances, readAddress } from '../clients/entrances.ts';

/** A call that somebody may make. */
interface Question {
  dialect: Dialect;
  address: CallAddress;
  facts: RequestFacts;
  bytes: Buffer;
  scan: JsonScanner;
}

/**
 * Reads a call that is asked about as an entrance of the relay would.
 * @throws request.not_found, request.malformed_json or request.invalid
 */
export async function readQuestion(path: string, body: object): Promise<Question> {
  const [place = ''] = path.split('?', 1);
  for (const entrance of entrances) {
    const { path: pattern, family, dialectOf } = entrance;
    const stem = pattern.endsWith('*') ? pattern.slice(0, -1) : null;
    if (stem === null ? place !== pattern : !place.startsWith(stem)) continue;
    const address = readAddress(path, stem === null ? null : restOf(place.slice(stem.length)), entrance);
    const dialect = dialectOf(address);
    if (dialect === undefined || dialect.operation.kind === 'count') break;
    const { namesModelInAddress = false } = family;
    const named = namesModelInAddress ? { ...body, model: address.model } : body;
    const bytes = Buffer.from(JSON.stringify(named));
    const { members, notices, listedMember, countedMember } = dialect;
    const scan = new JsonScanner({ members, notices, listedMember, countedMember });
    try {
      await scanInTurns(bytes, scan);
    } catch (error) {
      if (error instanceof JsonScanError)
        throw new GatewayError('request.malformed_json', {}, { cause: error });
      throw error;
    }
    const facts = dialect.readFacts({ address, body: bytes, scan });
    return { dialect, address, facts: { ...facts, model: withoutSearch(facts.model) }, bytes, scan };
  }
  throw new GatewayError('request.not_found', { path: place });
}

/** The search before a call is a call of its own, and no part of the question. */
const withoutSearch = (model: string): string =>
  model.endsWith(SEARCH_SUFFIX) ? model.slice(0, -SEARCH_SUFFIX.length) : model;

/** @returns undecodable text unchanged: no model has such a name */
function restOf(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
