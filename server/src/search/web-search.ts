import { type OptionKey, QUERY_PLACE, type SearchResult } from '@turnpike/contract';
import { GatewayError } from '../platform/gateway-error.ts';
import {
  AddressError,
  type AddressFault,
  type Fetched,
  type GuardedFetch,
} from '../platform/net/guarded-fetch.ts';
import { brave } from './brave.ts';
import { cleanQuery, cleanResults } from './clean-results.ts';
import type { SearchEngine, SearchSettings } from './search-engine.ts';
import { searxng } from './searxng.ts';
import { tavily } from './tavily.ts';

const TIMEOUT_MS = 8_000;
const LIMIT_BYTES = 2 ** 20;

const engines: Readonly<Record<SearchSettings['engine'], SearchEngine>> = { searxng, tavily, brave };

const faults: Readonly<Record<AddressFault, string>> = {
  unreachable: 'it cannot be reached',
  too_large: 'its answer is too long',
  private_network: 'its address is not allowed',
};
/** 432 and 433 are Tavily's, for limits of a plan and of payment by use. */
const statuses: Readonly<Record<number, string>> = {
  401: 'it refused the key',
  403: 'it refused the key, or does not answer in JSON',
  429: 'its limit of requests is reached',
  432: 'the limit of its plan is reached',
  433: 'the limit of its plan is reached',
};

/** @param reason in fixed words: an engine's own could repeat the key */
const failed = (reason: string): GatewayError => new GatewayError('search.failed', { reason });

/**
 * Reads the chosen engine from the options.
 * @returns null while it is off, or its address or key is empty
 */
export function searchSettingsOf(options: {
  text(key: OptionKey): string;
  number(key: OptionKey): number;
}): SearchSettings | null {
  const engine = options.text('WebSearchEngine');
  const address = options.text('WebSearchAddress');
  const key = options.text('WebSearchKey');
  const results = options.number('WebSearchResults');
  if (engine === 'searxng' && address.includes(QUERY_PLACE)) return { engine, address, key: '', results };
  if ((engine === 'tavily' || engine === 'brave') && key !== '') return { engine, address: '', key, results };
  return null;
}

export interface WebSearchDeps {
  guardedFetch: GuardedFetch;
  /** A limit for tests. */
  timeoutMs?: number;
}

/**
 * Searches the web.
 *
 *     await searchWeb({ query: 'turnpike', settings, signal }, { guardedFetch });
 *     // [{ title: 'Turnpike', url: 'https://…', text: '…' }]
 *
 * @returns cleaned results, none if the engine found nothing
 * @throws search.failed, with the reason in fixed words
 */
export async function searchWeb(
  { query, settings, signal }: { query: string; settings: SearchSettings; signal: AbortSignal },
  { guardedFetch, timeoutMs = TIMEOUT_MS }: WebSearchDeps,
): Promise<SearchResult[]> {
  const engine = engines[settings.engine];
  const asked = cleanQuery(query);
  if (asked === '') throw failed('the question is empty');
  const { url, request } = engine.requestOf({ query: asked, count: settings.results, settings });
  const late = AbortSignal.timeout(timeoutMs);
  let answer: Fetched;
  try {
    answer = await guardedFetch(url, {
      ...{ limitBytes: LIMIT_BYTES, timeoutMs, signal: AbortSignal.any([signal, late]), request },
      allowPrivateNetwork: engine.isOwnAddress,
    });
  } catch (error) {
    if (late.aborted) throw failed('it took too long');
    throw failed(error instanceof AddressError ? faults[error.fault] : faults.unreachable);
  }
  if (answer.status !== 200) throw failed(statuses[answer.status] ?? `status ${answer.status}`);
  const pages = engine.read(parsed(answer.bytes));
  if (pages === null) throw failed('its answer is not readable');
  return cleanResults(pages, settings.results);
}

function parsed(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    return null;
  }
}
