import type { PlacedCall } from '../../modules/routing/request-places.ts';
import type { RoutingChannel } from '../../modules/routing/routing-snapshot.ts';
import { GatewayError } from '../../platform/gateway-error.ts';
import type { ReadBody } from '../../platform/memory/large-body.ts';
import type { Pieces } from '../../platform/memory/pieces.ts';
import type { BreakOff } from '../../platform/net/break-off.ts';
import type { IncomingMessage } from '../../platform/net/http-messages.ts';
import type { UpstreamAnswer } from '../../platform/net/upstream-answer.ts';
import type { UpstreamClient, UpstreamRequest } from '../../platform/net/upstream-client.ts';
import type { Form } from '../../providers/provider.ts';
import { filledHeaders } from './filled-headers.ts';
import type { Signing } from './signing.ts';

export interface ChannelRequest {
  form: Form;
  upstreamModel: string;
  stream: boolean;
  /** Null if the request has no body. */
  body: Buffer | Pieces | ReadBody | null;
  /** Content type of the body; absent for JSON. */
  contentType?: string;
  /** Headers in addition to the channel's. */
  addedHeaders?: Readonly<Record<string, string>>;
  /** See `UpstreamRequest`. */
  held?: Uint8Array;
  /** Replaces the form's path; null or absent: the form's own. */
  path?: string | null;
  /** An endpoint below the form's path that replaces the form; its path begins with `/`. */
  object?: { method: UpstreamRequest['method']; path: string };
  /** Values for the placeholders in the channel's headers. */
  call: PlacedCall;
  /** Headers of the caller; only those that the form names are passed on. */
  headers: IncomingMessage['headers'];
}

/**
 * Makes one call to a channel, over the network or, if its provider supports that, in this process.
 * @throws UpstreamError if no header arrives
 */
export function callChannel(
  channel: RoutingChannel,
  request: ChannelRequest,
  { upstreams, signing, breakOff }: { upstreams: UpstreamClient; signing: Signing; breakOff: BreakOff },
): UpstreamAnswer | Promise<UpstreamAnswer> {
  const { provider, signed } = channel;
  const { form, body, held } = request;
  if (provider.answerLocally) {
    const given = Buffer.isBuffer(body) ? body : NO_BYTES;
    const local = provider.answerLocally({ dialect: form.dialect.name, body: given });
    breakOff.onBreak(() => local.cancel());
    return local;
  }
  const sent: UpstreamRequest = {
    origin: channel.origin,
    path: channel.isWholeAddress ? channel.basePath : joinPath(channel.basePath, pathOf(request)),
    method: request.object?.method ?? 'POST',
    headers: headersOf(channel, request),
    body,
    ...(held && { held }),
    allowPrivateNetwork: channel.allowPrivateNetwork,
    proxy: channel.proxy,
  };
  if (signed === null || provider.signs === undefined) return upstreams.send(sent, breakOff);
  return signing
    .linesFor(sent, signed, provider.signs)
    .then((lines) => upstreams.send({ ...sent, headers: [...sent.headers, ...lines] }, breakOff));
}

const NO_BYTES = Buffer.alloc(0);

/** Address and headers of a channel's socket. */
export function socketAddressOf(
  channel: RoutingChannel,
  asked: Pick<ChannelRequest, 'form' | 'upstreamModel' | 'headers' | 'call'>,
): Pick<Required<UpstreamRequest>, 'origin' | 'path' | 'headers' | 'allowPrivateNetwork' | 'proxy'> {
  const request = { ...asked, stream: true, body: null };
  const lines = headersOf(channel, request);
  return {
    origin: channel.origin,
    path: channel.isWholeAddress ? channel.basePath : joinPath(channel.basePath, pathOf(request)),
    headers: lines.filter((_, at) => !OF_BODIES.has(String(lines[at - (at % 2)]))),
    allowPrivateNetwork: channel.allowPrivateNetwork,
    proxy: channel.proxy,
  };
}

const OF_BODIES: ReadonlySet<string> = new Set(['content-type', 'accept', 'accept-encoding']);

/** With a wildcard channel the caller chooses the name; it must not lead to another path of the vendor. */
const LEADS_ELSEWHERE = /(?:^|\/)\.{0,2}(?:\/|$)/;

/** @throws upstream.model_missing for a name that cannot be a part of a path */
function pathOf({ form, stream, upstreamModel, object, path: own = null }: ChannelRequest): string {
  if (own !== null) return own;
  const path = (stream ? (form.streamPath ?? form.path) : form.path) + (object?.path ?? '');
  if (!path.includes('{model}')) return path;
  const name = form.modelPath?.(upstreamModel) ?? encodeURIComponent(upstreamModel);
  if (LEADS_ELSEWHERE.test(name)) throw new GatewayError('upstream.model_missing');
  return path.replace('{model}', () => name);
}

function headersOf(
  channel: RoutingChannel,
  { form, headers, contentType, addedHeaders, call, upstreamModel }: ChannelRequest,
): readonly string[] {
  const known = channel.formHeaders.get(form) ?? channel.headers;
  const ofForm =
    channel.headerTemplates === null ? known : filledHeaders(known, channel, { call, upstreamModel });
  const own = contentType === undefined ? ofForm : withContentType(ofForm, contentType, addedHeaders);
  if (form.passHeaders === undefined) return own;
  const passed = new Map<string, string>();
  for (const name of form.passHeaders) {
    const value = headers[name];
    if (typeof value === 'string' && !channel.ownHeaders.has(name)) passed.set(name, value);
  }
  if (passed.size === 0) return own;
  const lines: string[] = [];
  for (let i = 0; i + 1 < own.length; i += 2) {
    const name = own[i] as string;
    // The caller's own value replaces the provider's.
    if (!passed.has(name)) lines.push(name, own[i + 1] as string);
  }
  return [...lines, ...[...passed].flat()];
}

function withContentType(
  lines: readonly string[],
  contentType: string,
  added: ChannelRequest['addedHeaders'] = {},
): readonly string[] {
  const changed = [...lines, ...Object.entries(added).flat()];
  const at = changed.indexOf('content-type');
  if (at !== -1) changed[at + 1] = contentType;
  return changed;
}

/** A version at the end of an address. */
export const VERSION = /\/v\d+(?:beta\d*)?$/;
/** Versions of one address that select different dialects. */
const SISTERS: ReadonlySet<string> = new Set(['/v1', '/v1beta']);

/**
 * Joins an address and a path without repeating the version that many vendors print at the end of the
 * address. `https://host/v1` is joined to `/v1/messages` and `/v1beta/models`.
 */
export function joinPath(basePath: string, path: string): string {
  const version = VERSION.exec(basePath)?.[0];
  if (version === undefined) return basePath + path;
  const asked = path.slice(0, path.indexOf('/', 1));
  const isKnown = asked === version || (SISTERS.has(asked) && SISTERS.has(version));
  return isKnown ? basePath.slice(0, -version.length) + path : basePath + path;
}
