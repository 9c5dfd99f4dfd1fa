import type { RoutingChannel } from '../../modules/routing/routing-snapshot.ts';
import { GatewayError, toGatewayError } from '../../platform/gateway-error.ts';
import type { ReadBody } from '../../platform/memory/large-body.ts';
import type { IncomingMessage } from '../../platform/net/http-messages.ts';
import type { UpstreamAnswer } from '../../platform/net/upstream-answer.ts';
import type { UpstreamRequest } from '../../platform/net/upstream-client.ts';
import { admit } from '../admit/admit-call.ts';
import { collectAnswer } from '../answer/collect-answer.ts';
import { commonHeaders } from '../answer/response-headers.ts';
import { toUpstreamError } from '../answer/upstream-error.ts';
import { textForOperator } from '../answer/vendor-text.ts';
import type { CallContext, IdentifiedCall } from '../call/call-context.ts';
import { identify } from '../identify/identify-caller.ts';
import { ownedCall } from '../objects/owned-call.ts';
import type { RelayDeps } from '../relay-deps.ts';
import type { ChannelPin } from '../rights/channel-pin.ts';
import { endAnswer } from '../settle/end-answer.ts';
import { headersOf, type KeepingChannel, keepingChannel, passOn, sendRaw } from './send-raw.ts';

/** Headers of the caller that describe its body and its request. */
const PASSED = ['content-type', 'accept', 'openai-beta', 'openai-organization', 'openai-project'] as const;
const MAX_ERROR_BYTES = 64 * 1024;

/**
 * Passes a request about files, batches and similar to the channel that an administrator's key names, and
 * returns the answer. The gateway does not inspect either. It is free and not logged. A key without a channel
 * may use the objects of its user.
 * @param path after the version, with its query
 */
export async function rawCall(ctx: CallContext, path: string, deps: RelayDeps): Promise<void> {
  try {
    assertLeadsNowhereElse(path);
    const call = await identify(ctx, deps);
    admit(call, deps);
    if (call.pin === null || call.pin.isLeftOut) return await ownedCall(call, path, deps);
    const channel = channelAt(call, call.pin);
    const { request } = ctx.caller;
    const body = bodyOf(request, deps.uploads.limitBytes);
    const method = request.method as UpstreamRequest['method'];
    const headers = headersOf(request, PASSED);
    const { breakOff } = call;
    const answer = await sendRaw({ channel, method, path, body, headers }, { call, breakOff }, deps);
    if (answer.status >= 400) await answerError(call, answer, channel);
    else await passOn(call, answer);
  } catch (error) {
    ctx.error = toGatewayError(toUpstreamError(error));
    if (ctx.caller.response.headersSent) ctx.caller.response.destroy();
    else endAnswer(ctx, null, deps);
  }
}

/**
 * Letters, digits and characters of ids and model names; also encoded, except for dots, slashes, percent
 * signs and control characters.
 */
const SEGMENT = /^(?:[\w.~:@!$&'()*+,=-]|%(?!2[5ef]|5c|7f|[01])[\da-f]{2})+$/i;

/**
 * Refuses unusual paths. Vendors and their proxies resolve dots and encoded slashes differently, so such a
 * path could access any of the vendor's endpoints with the channel's key.
 * @throws request.not_found
 */
function assertLeadsNowhereElse(path: string): void {
  const [rest = ''] = path.split('?', 1);
  const [before, ...segments] = rest.split('/');
  const isPlain = (segment: string): boolean => SEGMENT.test(segment) && !/^\.\.?$/.test(segment);
  // One trailing slash is allowed.
  if (segments.length > 1 && segments.at(-1) === '') segments.pop();
  if (before !== '' || segments.length === 0 || !segments.every(isPlain))
    throw new GatewayError('request.not_found');
}

/** @throws channel.none_available */
function channelAt({ snapshot }: IdentifiedCall, { channelId }: ChannelPin): KeepingChannel {
  const channel = keepingChannel(snapshot.channels.get(channelId));
  if (channel === null) throw new GatewayError('channel.none_available');
  return channel;
}

/** @throws request.too_large if the header announces too much */
function bodyOf(request: IncomingMessage, limitBytes: number): ReadBody | null {
  const announced = request.headers['content-length'];
  const hasBody = announced !== undefined || request.headers['transfer-encoding'] !== undefined;
  if (!hasBody || announced === '0') return null;
  if (announced !== undefined && Number(announced) > limitBytes)
    throw new GatewayError('request.too_large', { limit: limitBytes });
  return {
    bytes: announced === undefined ? null : Number(announced),
    pieces: () => bounded(request, limitBytes),
  };
}

async function* bounded(request: IncomingMessage, limitBytes: number): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const piece of request as AsyncIterable<Buffer>) {
    bytes += piece.length;
    if (bytes > limitBytes) throw new GatewayError('request.too_large', { limit: limitBytes });
    yield piece;
  }
}

/** Answers with the vendor's error, without the channel's key. */
async function answerError(
  call: IdentifiedCall,
  answer: UpstreamAnswer,
  channel: RoutingChannel,
): Promise<void> {
  const bytes = await collectAnswer(answer, { maxBytes: MAX_ERROR_BYTES, hold: null });
  const body = Buffer.from(textForOperator(bytes.toString('utf8'), channel));
  const type = String(answer.headers['content-type'] ?? 'text/plain');
  const headers = [...commonHeaders(call), 'content-type', type, 'content-length', String(body.length)];
  call.caller.response.writeHead(answer.status, headers);
  call.caller.response.end(body);
}
