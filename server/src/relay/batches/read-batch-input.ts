import { noUsage } from '../../billing/usage.ts';
import type { Dialect, RequestFacts } from '../../dialects/dialect.ts';
import { maxImageTokens } from '../../dialects/media-input.ts';
import { textOf } from '../../dialects/neutral/json-values.ts';
import { idsOfCall, mayNameObjects, NOTHING_NAMED } from '../../dialects/openai/object-ids.ts';
import { routesAt } from '../../modules/routing/hour-routes.ts';
import { type ChannelPlace, isAt, isSamePlace, type Route } from '../../modules/routing/routing-snapshot.ts';
import { GatewayError, toGatewayError } from '../../platform/gateway-error.ts';
import { JsonScanError } from '../../platform/json/json-scan-error.ts';
import { JsonScanner } from '../../platform/json/json-scanner.ts';
import { scanInTurns } from '../../platform/json/scan-in-turns.ts';
import type { UpstreamAnswer } from '../../platform/net/upstream-answer.ts';
import type { IdentifiedCall } from '../call/call-context.ts';
import { namedLimit } from '../cost/named-limit.ts';
import { findNamedItems, type NamingRequest } from '../kept/restore-items.ts';
import type { RelayDeps } from '../relay-deps.ts';
import { mayUseModel } from '../rights/key-rights.ts';
import { isBlank, type LongLine, linesOf, MAX_SPARE_LINES } from './batch-lines.ts';
import { BatchUse } from './batch-use.ts';

/** OpenAI's limits. Source: OpenAI, "Batch API". */
const MAX_LINES = 50_000;
const MAX_FILE_LINES = MAX_LINES + MAX_SPARE_LINES;
const MAX_BYTES = 200 * 2 ** 20;
const MAX_LINE_BYTES = 8 * 2 ** 20;
const LINE_MEMBERS: ReadonlySet<string> = new Set(['custom_id', 'method', 'url', 'body']);
/** Tiers that a line may request; all of them mean the batch tier here. */
const TIERS: ReadonlySet<string> = new Set(['', 'auto', 'default', 'batch']);
const NO_ADDRESS = { model: null, verb: null, query: '' };

/** Requests in the input file of a batch. */
export interface BatchInput {
  model: string;
  route: Route;
  requests: number;
  /** The maximum use; where a line has no limit, the recent use of similar calls. */
  use: BatchUse;
  /** Approximate input tokens of one request. */
  likelyInput: number;
}

interface BatchQuestion {
  endpoint: string;
  dialect: Dialect;
  /** Location of the file. */
  place: ChannelPlace;
}

/**
 * Reads the input file of a batch line by line. Each line must be a request that its user could make
 * directly, and all must use one model.
 * @throws batch.line_refused, with the number of the line; UpstreamError
 */
export async function readBatchInput(
  call: IdentifiedCall,
  answer: UpstreamAnswer,
  question: BatchQuestion,
  deps: RelayDeps,
): Promise<BatchInput> {
  const { breakOff } = call;
  let input: Omit<BatchInput, 'requests' | 'likelyInput'> | null = null;
  let likely = 0;
  let requests = 0;
  let line = 0;
  const heldBytes = call.bodyHold?.bytes ?? 0;
  const bounds = { breakOff, maxBytes: MAX_BYTES, maxLineBytes: MAX_LINE_BYTES, longLine: () => TOO_LONG };
  for await (const text of linesOf(answer, bounds)) {
    line += 1;
    if (line > MAX_FILE_LINES)
      throw refusal(line, new LineFault(`a file has at most ${MAX_FILE_LINES} lines, empty ones included`));
    if (isBlank(text)) continue;
    requests += 1;
    try {
      if (!(text instanceof Buffer)) throw new LineFault(`it is longer than ${MAX_LINE_BYTES} bytes`);
      call.bodyHold?.resize(heldBytes + text.length);
      if (requests > MAX_LINES) throw new LineFault(`a batch has at most ${MAX_LINES} requests`);
      const { facts, ids } = await readLine(text, question);
      input ??= {
        model: facts.model,
        route: routeOf(call, facts.model, question),
        use: new BatchUse(routeOf(call, facts.model, question).price),
      };
      if (input.model !== facts.model) throw new LineFault('all lines must name one model');
      await assertOwn(call, ids, { place: question.place, deps });
      input.use.add(mostUse(facts, input.route, deps));
      likely += facts.likelyInputTokens;
    } catch (error) {
      throw refusal(line, error);
    }
  }
  call.bodyHold?.resize(heldBytes);
  if (input === null) throw refusal(1, new LineFault('the file has no line'));
  return { ...input, requests, likelyInput: Math.ceil(likely / requests) };
}

/** Skips a line without reading it. */
const TOO_LONG: LongLine = { feed() {} };

/** Fault of a line, described for its author. */
class LineFault extends Error {
  override readonly name = 'LineFault';
}

function refusal(line: number, error: unknown): unknown {
  if (error instanceof LineFault) return new GatewayError('batch.line_refused', { line, why: error.message });
  if (error instanceof JsonScanError)
    return new GatewayError('batch.line_refused', { line, why: 'it is no JSON object with single members' });
  const { code, fields } = toGatewayError(error);
  if (code !== 'request.invalid') return error;
  const named = fields?.map(({ field, code: what }) => `body.${field}: ${what}`).join(', ');
  return new GatewayError('batch.line_refused', { line, why: named ?? 'its body is not valid' });
}

async function readLine(
  text: Buffer,
  { endpoint, dialect }: BatchQuestion,
): Promise<{ facts: RequestFacts; ids: ReadonlySet<string> }> {
  const line = new JsonScanner({ members: LINE_MEMBERS });
  await scanInTurns(text, line);
  const member = (name: string): unknown => {
    const place = line.found.get(name);
    return place === undefined ? undefined : JSON.parse(text.toString('utf8', place.start, place.end));
  };
  if (textOf(member('custom_id')) === '') throw new LineFault('it has no custom_id');
  if (member('method') !== 'POST') throw new LineFault('its method must be POST');
  if (member('url') !== endpoint) throw new LineFault(`its url must be ${endpoint}`);
  const place = line.found.get('body');
  if (place === undefined) throw new LineFault('it has no body');
  const body = text.subarray(place.start, place.end);
  const { members, notices, listedMember, countedMember } = dialect;
  const scan = new JsonScanner({ members, notices, listedMember, countedMember });
  await scanInTurns(body, scan);
  const facts = dialect.readFacts({ address: NO_ADDRESS, body, scan });
  if (facts.stream) throw new LineFault('its answer cannot be streamed');
  if (!TIERS.has(facts.asks.tier)) throw new LineFault('a batch has its own service tier');
  if (facts.named !== undefined) throw new LineFault('it goes on from something that is kept');
  const named = mayNameObjects({ dialect, scan }) ? await idsOfCall({ dialect, scan, body }) : NOTHING_NAMED;
  const ids = new Set([...named.read, ...named.reused]);
  for (const id of await namedItemsOf({ dialect, scan, body })) ids.add(id);
  return { facts, ids };
}

/** The vendor resolves references itself; the gateway does not insert content into the file. */
async function namedItemsOf(request: NamingRequest): Promise<readonly string[]> {
  return (await findNamedItems(request))?.named.map(({ id }) => id) ?? [];
}

/** Returns the route at the account that has the file, with the model name exactly as the file has it. */
function routeOf(
  { identity, snapshot, payingGroup, arrivedAtSeconds }: IdentifiedCall,
  model: string,
  { place }: BatchQuestion,
): Route {
  if (!mayUseModel(identity.rights, model))
    throw new LineFault(`this API key may not use the model ${model}`);
  const found = snapshot.routesFor(payingGroup.symbol, model);
  if (found.isUnpriced) throw new LineFault(`the model ${model} has no price yet`);
  const route = routesAt(found, arrivedAtSeconds).find(({ channel }) => isAt(channel, place));
  if (route === undefined) throw new LineFault(`the model ${model} is not served where the file is kept`);
  if (route.upstreamModel !== model)
    throw new LineFault(
      `the model ${model} has another name where the file is kept, and the file cannot be changed`,
    );
  const { price } = route;
  if (price.type !== 'tokens' || price.call !== null)
    throw new LineFault(`the model ${model} is not priced by tokens`);
  return route;
}

async function assertOwn(
  { identity }: IdentifiedCall,
  ids: ReadonlySet<string>,
  { place, deps }: { place: ChannelPlace; deps: RelayDeps },
): Promise<void> {
  for (const id of ids) {
    const found = await deps.keptObjects.find(identity.userId, id);
    if (found === null || !isSamePlace(found, place))
      throw new LineFault(`there is no object ${id.slice(0, 100)}`);
  }
}

function mostUse(facts: RequestFacts, route: Route, { traits, options }: RelayDeps) {
  const { media, inputTokens, answerCount } = facts;
  const expected = (): number => traits.of(route).longAnswer ?? options().defaultOutputTokens;
  const usage = noUsage();
  usage.textInput = inputTokens;
  if (media !== null) {
    usage.imageInput = media.imageCount * maxImageTokens(route.upstreamModel) + media.documentTokens;
    usage.audioInput = media.audioTokens;
  }
  usage.textOutput = namedLimit(facts) ?? expected() * answerCount;
  return usage;
}
