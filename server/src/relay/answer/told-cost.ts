import { POINTS_PER_USD } from '@turnpike/contract';
import { chargeOf } from '../../billing/charge.ts';
import type { Usage } from '../../billing/usage.ts';
import type { StreamFindings, StreamPath } from '../../dialects/stream-path.ts';
import type { GatewayError } from '../../platform/gateway-error.ts';
import { JsonScanError } from '../../platform/json/json-scan-error.ts';
import { JsonScanner } from '../../platform/json/json-scanner.ts';
import { type Edit, splice } from '../../platform/json/splice.ts';
import { splitEvents } from '../../platform/net/sse-frames.ts';
import type { QuotedCall, RoutedCall } from '../call/call-context.ts';

/** Members that contain usage. Responses' events have it inside the response. */
const USAGES: ReadonlySet<string> = new Set(['usage', 'usageMetadata']);
const OUTER = new Set([...USAGES, 'response']);
/**
 * Cost members of upstreams. In Perplexity's answers, `cost` is an object of parts with their `total_cost`.
 * Source: API references of OpenRouter, "Usage accounting", xAI, "Usage", and Perplexity, "Chat completions".
 */
const COST = new Set(['cost', 'cost_details', 'cost_in_usd_ticks']);
/** xAI's tick is a ten-billionth of a US dollar. */
const TICKS_PER_POINT = 10_000_000_000 / POINTS_PER_USD;
/** Common beginning of these names. */
const COST_BEGINS = Buffer.from('"cost');
/** Bytes that may contain a usage; inside a text, the quotes would be escaped. */
const MAY_TELL = /"usage(?:Metadata)?"[ \t]*:/;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
/** Decimals of a point in US dollars. */
const DECIMALS = 6;

/** An amount of points in US dollars, exact, as a JSON number. */
export const usdText = (points: number): string =>
  (points / POINTS_PER_USD).toFixed(DECIMALS).replace(/0+$/, '').replace(/\.$/, '');

/**
 * Adds the charge in US dollars to the usage in an answer, as `cost`.
 * @param json an answer or the data of an event; it is returned unchanged if it has no usage
 * Source of the name: OpenRouter API reference, "Usage accounting".
 */
export const withCost = (json: Buffer, points: number): Buffer => writeCost(json, points, { adds: true });

/** Replaces the upstream's own cost, which callers must not see, with the charge. */
export const withoutVendorCost = (json: Buffer, points: number): Buffer =>
  json.includes(COST_BEGINS) ? writeCost(json, points, { adds: false }) : json;

function writeCost(json: Buffer, points: number, { adds }: { adds: boolean }): Buffer {
  const edits: Edit[] = [];
  try {
    addCost(json, { from: 0, members: OUTER, points, adds }, edits);
  } catch (error) {
    if (!(error instanceof JsonScanError)) throw error;
  }
  return splice(json, edits);
}

function addCost(
  json: Buffer,
  told: { from: number; members: ReadonlySet<string>; points: number; adds: boolean },
  edits: Edit[],
): void {
  const { from, members, points, adds } = told;
  const scan = new JsonScanner({ members });
  scan.feed(json.subarray(from));
  scan.end();
  for (const [name, { start, end }] of scan.found) {
    const close = from + end - 1;
    if (json[from + start] !== OPEN_OBJECT || json[close] !== CLOSE_OBJECT) continue;
    if (name === 'response')
      addCost(json.subarray(0, close + 1), { ...told, from: from + start, members: USAGES }, edits);
    else {
      const inner = new JsonScanner({ members: COST });
      inner.feed(json.subarray(from + start, close + 1));
      inner.end();
      const base = from + start;
      for (const [member, span] of inner.found) {
        const isObject = json[base + span.start] === OPEN_OBJECT;
        const replacement = costText(member, points, { isObject: isObject && !adds });
        edits.push({ start: base + span.start, end: base + span.end, replacement });
      }
      if (!adds || inner.found.has('cost')) continue;
      const isEmpty = json.toString('latin1', base + 1, close).trim() === '';
      edits.push({ start: close, end: close, replacement: `${isEmpty ? '' : ','}"cost":${usdText(points)}` });
    }
  }
}

/** Writes the charge with the name, unit and shape of a vendor's cost. */
function costText(member: string, points: number, { isObject }: { isObject: boolean }): string {
  if (member === 'cost_details') return 'null';
  if (member === 'cost_in_usd_ticks') return String(points * TICKS_PER_POINT);
  return isObject ? `{"total_cost":${usdText(points)}}` : usdText(points);
}

/** Whether a stream reports its usage: the caller asked for it or for the cost. */
export const tellsUsage = ({ facts, identity }: Pick<QuotedCall, 'facts' | 'identity'>): boolean =>
  facts.wantsUsage || identity.tellsCost;

/** Whether a stream may contain a cost: the caller wants it, or the upstream may send its own. */
export const mayTellCost = ({ identity, converted, form }: RoutedCall): boolean =>
  identity.tellsCost || (converted === null && form.dialect.upstreamTellsCost === true);

/**
 * Writes the cost into the usage of a stream, if the caller wants it or the upstream sends its own.
 * Everything else passes unchanged.
 */
export class CostTellingStream implements StreamPath {
  readonly #path: StreamPath;
  readonly #call: RoutedCall;
  readonly #adds: boolean;

  constructor(path: StreamPath, call: RoutedCall) {
    this.#path = path;
    this.#call = call;
    this.#adds = call.identity.tellsCost;
  }

  get findings(): StreamFindings {
    return this.#path.findings;
  }
  get unfinishedBytes(): number {
    return this.#path.unfinishedBytes;
  }

  read(piece: Buffer): Buffer | null {
    return this.#tell(this.#path.read(piece));
  }

  finish(): Buffer | null {
    return this.#tell(this.#path.finish());
  }

  endEarly(): void {
    this.#path.endEarly();
  }

  takeEnd(charged: Usage | null): Buffer {
    const end = this.#path.takeEnd(charged);
    return this.#mayTell(end) ? withCosts(end, this.#call.chargedPoints ?? 0, this.#adds) : end;
  }

  breakOff(error: GatewayError, requestId: string): Buffer {
    return this.#path.breakOff(error, requestId);
  }

  /** Before the settlement, the cost is computed from the usage that has just arrived. */
  #tell(bytes: Buffer | null): Buffer | null {
    const { usage } = this.findings;
    if (bytes === null || usage === null || !this.#mayTell(bytes)) return bytes;
    const { route, payingGroup } = this.#call;
    return withCosts(bytes, chargeOf(usage, route.price, payingGroup.ratio).points, this.#adds);
  }

  #mayTell(bytes: Buffer): boolean {
    return this.#adds ? MAY_TELL.test(bytes.toString('latin1')) : bytes.includes(COST_BEGINS);
  }
}

const withCosts = (bytes: Buffer, points: number, adds: boolean): Buffer =>
  Buffer.concat(splitEvents(bytes).map((event) => withEventCost(event.bytes, points, adds)));

/** The data of an event is one line of JSON. */
function withEventCost(event: Buffer, points: number, adds: boolean): Buffer {
  const text = event.toString('latin1');
  const at = MAY_TELL.test(text) ? /(?:^|\n)data:[ ]?/.exec(text) : null;
  if (at === null) return event;
  const start = at.index + at[0].length;
  const lineEnd = /\r?\n|$/.exec(text.slice(start));
  const end = start + (lineEnd?.index ?? 0);
  return Buffer.concat([
    event.subarray(0, start),
    writeCost(event.subarray(start, end), points, { adds }),
    event.subarray(end),
  ]);
}
