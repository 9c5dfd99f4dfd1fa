import type { PlacedCall } from '../../modules/routing/request-places.ts';
import type { RoutingChannel } from '../../modules/routing/routing-snapshot.ts';
import type { ReadBody } from '../../platform/memory/large-body.ts';
import type { BreakOff } from '../../platform/net/break-off.ts';
import type { IncomingMessage } from '../../platform/net/http-messages.ts';
import type { UpstreamAnswer, UpstreamError } from '../../platform/net/upstream-answer.ts';
import type { UpstreamRequest } from '../../platform/net/upstream-client.ts';
import { commonHeaders } from '../answer/response-headers.ts';
import type { IdentifiedCall } from '../call/call-context.ts';
import { joinPath } from '../channel/call-channel.ts';
import { filledHeaders } from '../channel/filled-headers.ts';
import type { RelayDeps } from '../relay-deps.ts';

/** Headers of the answer that describe its content. */
const ANSWERED = ['content-type', 'content-length', 'content-disposition', 'etag', 'retry-after'] as const;

/** A channel whose vendor stores files and similar objects. */
export type KeepingChannel = RoutingChannel & { keeps: string };

/** @returns null for a channel whose vendor stores nothing, or that is a single address */
export function keepingChannel(channel: RoutingChannel | undefined): KeepingChannel | null {
  const keeps = channel?.keeps ?? null;
  return channel === undefined || keeps === null || channel.isWholeAddress ? null : { ...channel, keeps };
}

export interface RawRequest {
  channel: KeepingChannel;
  method: UpstreamRequest['method'];
  /** Path after the version, with its query. */
  path: string;
  body: Buffer | ReadBody | null;
  /** Headers in addition to the channel's. */
  headers: Readonly<Record<string, string>>;
}

/** Sends a request unchanged to the endpoint where a channel's vendor stores files and similar objects. */
export function sendRaw(
  { channel, method, path, body, headers }: RawRequest,
  { call, breakOff }: { call: PlacedCall; breakOff: BreakOff },
  { upstreams }: Pick<RelayDeps, 'upstreams'>,
): Promise<UpstreamAnswer> {
  const lines = filledHeaders(channel.headers, channel, { call, upstreamModel: '' });
  const sent = new Map<string, string>();
  for (let i = 0; i + 1 < lines.length; i += 2) sent.set(String(lines[i]), String(lines[i + 1]));
  sent.delete('content-type');
  for (const [name, value] of Object.entries(headers)) sent.set(name, value);
  return upstreams.send(
    {
      origin: channel.origin,
      path: joinPath(channel.basePath, addressOf(channel.keeps, path)),
      method,
      headers: [...sent].flat(),
      body,
      allowPrivateNetwork: channel.allowPrivateNetwork,
      proxy: channel.proxy,
    },
    breakOff,
  );
}

/** Returns the caller's headers with one of the names. */
export function headersOf(
  { headers }: Pick<IncomingMessage, 'headers'>,
  names: readonly string[],
): Record<string, string> {
  const found: Record<string, string> = {};
  for (const name of names) {
    const value = headers[name];
    if (typeof value === 'string') found[name] = value;
  }
  return found;
}

/** Appends the caller's query to that of the vendor's address, without a key in it. */
function addressOf(keeps: string, path: string): string {
  const [rest = '', query = ''] = path.split(/\?(.*)/s, 2);
  const asked = new URLSearchParams(query);
  asked.delete('key');
  const address = keeps.replace('{rest}', () => rest);
  if (asked.size === 0) return address;
  return `${address}${address.includes('?') ? '&' : '?'}${asked}`;
}

/** Sends the answer at the pace of its reader. */
export function passOn(call: IdentifiedCall, answer: UpstreamAnswer): Promise<void> {
  const { response } = call.caller;
  const headers = commonHeaders(call);
  for (const name of ANSWERED) {
    const value = answer.headers[name];
    if (typeof value === 'string') headers.push(name, value);
  }
  response.writeHead(answer.status, headers);
  return new Promise((resolve, reject) => {
    answer.consume({
      data(piece) {
        if (response.destroyed || response.write(piece)) return;
        answer.pause();
        response.once('drain', () => answer.resume());
      },
      end() {
        response.end();
        resolve();
      },
      fail: (error: UpstreamError) => reject(error),
    });
  });
}
