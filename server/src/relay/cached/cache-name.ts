import { hash } from 'node:crypto';
import type { Operation } from '../../dialects/operation.ts';
import { parseExact } from '../../platform/json/exact-json.ts';
import type { CallContext, ReadCall } from '../call/call-context.ts';
import type { RelayOptions } from '../relay-deps.ts';

/** Longer requests are parsed too slowly for the main loop. */
const MAX_BODY_BYTES = 128 * 1024;
const OPERATIONS: ReadonlySet<Operation['name']> = new Set(['chat', 'embedding', 'moderation', 'rerank']);
/** Headers that may change the answer. */
const READ_HEADERS = /^(?:anthropic|openai|x-goog|x-turnpike)-|^session/;
/** Members of requests that store something at the vendor, or go on from it. */
const STATEFUL: ReadonlySet<string> = new Set([
  ...['store', 'background', 'previous_response_id', 'conversation', 'prompt', 'container'],
  ...['cachedContent', 'cached_content', 'thread', 'thread_id'],
]);

/**
 * Name that the answer of a call is cached under. It holds the account, the key, the group, the requested model, the dialect,
 * the headers and the body. The order of its members and white space do not count.
 * @returns null for a call whose answer is not cached: it changes or reads something at the vendor, or is too long
 */
export function cacheNameOf(
  call: ReadCall,
  { checksAnswers, unsafeWords }: Pick<RelayOptions, 'checksAnswers' | 'unsafeWords'>,
): string | null {
  const { identity, dialect, facts, payingGroup, address, body } = call;
  if (!OPERATIONS.has(dialect.operation.name) || call.upload !== null || body.length > MAX_BODY_BYTES)
    return null;
  if (call.pin !== null || call.namedItems.length > 0 || facts.named !== undefined) return null;
  if (facts.usesThread === true || call.tellsCharge) return null;
  const request = parseRequest(body);
  if (request === null || (storesByDefault(call) && request.store !== false)) return null;
  for (const [name, value] of Object.entries(request))
    if (STATEFUL.has(name) && value !== null && value !== false) return null;
  const parts = [
    ...[identity.userId, identity.tokenId, payingGroup.symbol, facts.model],
    ...[dialect.name, address.verb, address.query, facts.framing, headersOf(call.caller), sorted(request)],
    // An answer from before a change of the words was not checked for all of them.
    checksAnswers ? unsafeWords : null,
  ];
  return hash('sha256', JSON.stringify(parts), 'base64url');
}

const storesByDefault = ({ dialect }: ReadCall): boolean => dialect.name === 'openai-responses';

/** @returns null if it is no object */
function parseRequest(body: Buffer): Record<string, unknown> | null {
  const parsed = parseExact(body.toString('utf8'));
  return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)
    ? (parsed as Record<string, unknown>)
    : null;
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null || JSON.isRawJSON(value)) return value;
  const members = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1));
  // Pairs keep their order, unlike members of an object whose names are numbers. No other value looks like this object.
  return { '': members.map(([name, member]) => [name, sorted(member)]) };
}

const headersOf = ({ request }: CallContext['caller']): [string, unknown][] =>
  Object.entries(request.headers)
    .filter(([name]) => READ_HEADERS.test(name))
    .toSorted(([one], [other]) => (one < other ? -1 : 1));
