import type { PlacedCall } from '../../modules/routing/request-places.ts';
import type { RoutingChannel } from '../../modules/routing/routing-snapshot.ts';
import type { BreakOff } from '../../platform/break-off.ts';
import { GatewayError } from '../../platform/gateway-error.ts';
import type { IncomingMessage } from '../../platform/http-messages.ts';
import type { ReadBody } from '../../platform/large-body.ts';
import type { Pieces } from '../../platform/pieces.ts';
import type { UpstreamAnswer } from '../../platform/upstream-answer.ts';
import type { UpstreamClient, UpstreamRequest } from '../../platform/upstream-client.ts';
import type { Form } from '../../providers/provider.ts';
import { filledHeaders } from './filled-headers.ts';
import type { Signing } from './signing.ts';

export interface ChannelRequest {
  form: Form;
  upstreamModel: string;
  stream: boolean;
  /** Null where the request has none. */
  body: Buffer | Pieces | ReadBody | null;
  /** Of the body; absent where it is JSON. */
  contentType?: string;
  /** Next to those of the channel. */
  addedHeaders?: Readonly<Record<string, string>>;
  /** See `UpstreamRequest`. */
  held?: Uint8Array;
  /** In place of the form's; null or absent where it is that one. */
  path?: string | null;
  /** What is called below the form's path, in place of the form itself; it begins with `/`. */
  object?: { method: UpstreamRequest['method']; path: string };
  /** What of it stands in the channel's headers is filled in. */
  call: PlacedCall;
  /** Of the caller; only those that the form names are passed on. */
  headers: IncomingMessage['headers'];
}

/**
 * Makes one call to a channel, over the network or, where its provider does that, in this process.
 * @throws UpstreamError when no header comes
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

/** Where a channel opens a socket, and with what. */
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

/** A caller may choose the name, where a channel has a wildcard: it leads to no other place of the vendor. */
const LEADS_ELSEWHERE = /(?:^|\/)\.{0,2}(?:\/|$)/;

/** @throws upstream.model_missing for a name that is no part of an address */
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
/** Versions of one address, by which it speaks different dialects. */
const SISTERS: ReadonlySet<string> = new Set(['/v1', '/v1beta']);

/**
 * An address that already ends with the version, as many vendors print it, does not get it twice: behind
 * `https://host/v1` stand `/v1/messages` and `/v1beta/models`.
 */
export function joinPath(basePath: string, path: string): string {
  const version = VERSION.exec(basePath)?.[0];
  if (version === undefined) return basePath + path;
  const asked = path.slice(0, path.indexOf('/', 1));
  const isKnown = asked === version || (SISTERS.has(asked) && SISTERS.has(version));
  return isKnown ? basePath.slice(0, -version.length) + path : basePath + path;
}
