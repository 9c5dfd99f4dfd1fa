import {
  AddressError,
  type Fetched,
  type FetchLimits,
  type GuardedFetch,
} from '../../src/platform/net/guarded-fetch.ts';
import type { SearchSettings } from '../../src/search/search-engine.ts';

interface Page {
  title: string;
  url: string;
  text: string;
}

export const searchKeys = { tavily: 'tvly-canary-key-0123456789', brave: 'BSAcanarykey0123456789' };

/** Settings of each engine for `playSearchEngines`. */
export const searchSettings: Readonly<Record<SearchSettings['engine'], SearchSettings>> = {
  searxng: {
    ...{ engine: 'searxng', address: 'http://searxng.internal:8080/search?q={query}&format=json' },
    ...{ key: '', results: 5 },
  },
  tavily: { engine: 'tavily', address: '', key: searchKeys.tavily, results: 5 },
  brave: { engine: 'brave', address: '', key: searchKeys.brave, results: 5 },
};

/** Three pages that answer everything. */
export const foundPages: readonly Page[] = [1, 2, 3].map((number) => ({
  title: `Page ${number}`,
  url: `https://page${number}.example/`,
  text: `Text of page ${number}.`,
}));

type Answer = Pick<Fetched, 'status'> & { body: string; type?: string };
type Request = FetchLimits['request'];

const json = (status: number, body: object): Answer => ({ status, body: JSON.stringify(body) });
const TAVILY_MEMBERS: ReadonlySet<string> = new Set([
  ...['query', 'search_depth', 'max_results', 'topic', 'time_range', 'include_answer'],
  ...['include_raw_content', 'include_images', 'include_domains', 'exclude_domains', 'country'],
]);
const BRAVE_PARAMETERS: ReadonlySet<string> = new Set([
  ...['q', 'country', 'search_lang', 'ui_lang', 'count', 'offset', 'safesearch', 'freshness'],
  ...['text_decorations', 'spellcheck', 'result_filter', 'goggles', 'units', 'extra_snippets', 'summary'],
]);

/** Source: https://docs.tavily.com/api-reference/endpoint/search */
function askTavily(address: URL, request: Request, pages: readonly Page[]): Answer {
  if (address.href !== 'https://api.tavily.com/search') return json(404, { detail: 'Not Found' });
  if (request?.method !== 'POST') return json(405, { detail: 'Method Not Allowed' });
  if (request.headers.authorization !== `Bearer ${searchKeys.tavily}`)
    return json(401, { detail: { error: `Unauthorized: invalid API key ${request.headers.authorization}` } });
  if (request.headers['content-type'] !== 'application/json') return json(422, { detail: 'no JSON' });
  const body = JSON.parse(request.body ?? '') as Record<string, unknown>;
  const unknown = Object.keys(body).filter((name) => !TAVILY_MEMBERS.has(name));
  const { query, max_results: count, search_depth: depth = 'basic' } = body;
  if (unknown.length > 0 || typeof query !== 'string' || query === '' || query.length > 400)
    return json(400, { detail: { error: 'Invalid request' } });
  if (!Number.isInteger(count) || Number(count) < 0 || Number(count) > 20 || depth !== 'basic')
    return json(422, { detail: [{ loc: ['body', 'max_results'] }] });
  const results = pages
    .slice(0, Number(count))
    .map(({ text, ...page }) => ({ ...page, content: text, score: 0.9 }));
  return json(200, { query, answer: null, images: [], results, response_time: 0.8, request_id: 'r' });
}

/** Source: https://api-dashboard.search.brave.com/api-reference/web/search/get */
function askBrave(address: URL, request: Request, pages: readonly Page[]): Answer {
  const error = (status: number, code: string) =>
    json(status, { type: 'ErrorResponse', error: { code, status } });
  if (address.origin + address.pathname !== 'https://api.search.brave.com/res/v1/web/search')
    return error(404, 'NOT_FOUND');
  if (request?.method !== 'GET' || request.body !== undefined) return error(405, 'METHOD_NOT_ALLOWED');
  if (request.headers['x-subscription-token'] !== searchKeys.brave)
    return error(422, 'SUBSCRIPTION_TOKEN_INVALID');
  const asked = address.searchParams;
  const [query = '', count] = [asked.get('q') ?? '', Number(asked.get('count') ?? 20)];
  const isQuery = query !== '' && query.length <= 400 && query.split(/\s+/).length <= 50;
  if (
    !isQuery ||
    !(count >= 1 && count <= 20) ||
    [...asked.keys()].some((name) => !BRAVE_PARAMETERS.has(name))
  )
    return error(422, 'VALIDATION');
  if (pages.length === 0) return json(200, { type: 'search', query: { original: query } });
  const results = pages
    .slice(0, count)
    .map(({ text, ...page }) => ({ ...page, type: 'search_result', description: text }));
  return json(200, { type: 'search', query: { original: query }, web: { type: 'search', results } });
}

/** Source: https://docs.searxng.org/dev/search_api */
function askSearxng(address: URL, request: Request, pages: readonly Page[]): Answer {
  if (address.pathname !== '/search' || request?.method !== 'GET')
    return { status: 404, body: '<html>', type: 'text/html' };
  const [query, format] = [address.searchParams.get('q'), address.searchParams.get('format')];
  if (query === null || query === '') return { status: 400, body: '<html>', type: 'text/html' };
  if (format !== 'json') return { status: 200, body: '<!doctype html><p>results', type: 'text/html' };
  const results = pages.map(({ text, ...page }) => ({
    ...page,
    content: text,
    engine: 'duckduckgo',
    score: 1,
  }));
  return json(200, { query, number_of_results: 0, results, answers: [], unresponsive_engines: [] });
}

/** Plays the three engines, and refuses what they refuse. Requests without bounds throw. */
export function playSearchEngines() {
  const state = {
    pages: foundPages,
    /** Sent instead of an answer. */
    answer: null as Answer | null,
    /** No answer comes. */
    hangs: false,
    asked: [] as { engine: SearchSettings['engine']; query: string }[],
    /** Refusals of requests that the engine would not accept. */
    refused: [] as Answer[],
  };
  const guardedFetch: GuardedFetch = async (url, limits) => {
    const { limitBytes, timeoutMs, signal, request, allowPrivateNetwork = false } = limits;
    if (limitBytes > 2 ** 20 || timeoutMs > 8_000) throw new Error('no bound');
    if (request === undefined) throw new Error('redirects would be followed');
    if (signal.aborted) throw new AddressError('unreachable');
    const address = new URL(url);
    const isOwn = address.host === 'searxng.internal:8080';
    if (allowPrivateNetwork !== isOwn) throw new Error('only the own instance may be in a private network');
    const isTavily = address.host === 'api.tavily.com';
    const ask = isOwn ? askSearxng : isTavily ? askTavily : askBrave;
    const engine = isOwn ? 'searxng' : isTavily ? 'tavily' : 'brave';
    const query = isTavily ? JSON.parse(request.body ?? '{}').query : address.searchParams.get('q');
    state.asked.push({ engine, query });
    if (state.hangs)
      await new Promise((_, reject) => {
        signal.addEventListener('abort', () => reject(new AddressError('unreachable')), { once: true });
      });
    const given = ask(address, request, state.pages);
    if (given.status !== 200) state.refused.push(given);
    const answer = state.answer ?? given;
    if (answer.body.length > limitBytes) throw new AddressError('too_large');
    const contentType = answer.type ?? 'application/json';
    return { status: answer.status, bytes: Buffer.from(answer.body), contentType, headers: {} };
  };
  return { guardedFetch, state };
}
