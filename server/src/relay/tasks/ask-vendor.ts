import type { PlacedCall } from '../../modules/routing/request-places.ts';
import type { RoutingChannel } from '../../modules/routing/routing-snapshot.ts';
import { LongTexts } from '../../platform/json/long-texts.ts';
import { joined } from '../../platform/memory/pieces.ts';
import { BreakOff } from '../../platform/net/break-off.ts';
import type { UpstreamRequest } from '../../platform/net/upstream-client.ts';
import { fillPlaces } from '../../providers/provider.ts';
import type { AskVendor, VendorAnswer, VendorRequest } from '../../providers/task-form.ts';
import { collectAnswer } from '../answer/collect-answer.ts';
import { joinPath } from '../channel/call-channel.ts';
import { filledHeaders } from '../channel/filled-headers.ts';
import type { RelayDeps } from '../relay-deps.ts';
import type { KeptTask } from './kept-task.ts';

/** A vendor may answer with pictures in base64. */
const MAX_ANSWER_BYTES = 64 * 2 ** 20;
const MAX_ERROR_LENGTH = 8192;

interface Asking {
  channel: RoutingChannel;
  /** Values for the placeholders in the channel's headers. */
  call: PlacedCall;
  upstreamModel: string;
  /** Texts of the request and of the answers, so that long ones are not copied. */
  texts: LongTexts;
  breakOff?: BreakOff;
}

/** Returns a way to ask about a task that its caller names. */
export function askingAbout(
  { requestId, userId, model, terms }: KeptTask,
  asking: Pick<Asking, 'channel' | 'breakOff'>,
  deps: Pick<RelayDeps, 'upstreams' | 'signing'>,
): AskVendor {
  const call = {
    ...{ requestId, payingGroup: { symbol: terms.groupName }, facts: { model } },
    identity: { userId, username: terms.username, tokenName: terms.tokenName },
  };
  const { upstreamModel } = terms;
  return askingVendor({ ...asking, call, upstreamModel, texts: new LongTexts() }, deps);
}

/** Returns a way to ask the vendor of a channel, with the channel's headers and signature. */
export function askingVendor(asking: Asking, deps: Pick<RelayDeps, 'upstreams' | 'signing'>): AskVendor {
  return async (request) => {
    const { texts, breakOff = new BreakOff() } = asking;
    const sent = await upstreamRequest(request, asking, deps);
    const answer = await deps.upstreams.send(sent, breakOff);
    const bytes = await collectAnswer(answer, { maxBytes: MAX_ANSWER_BYTES, hold: null });
    return { status: answer.status, json: await jsonOf(bytes, texts), text: startOf(bytes) };
  };
}

const startOf = (bytes: Buffer): string => bytes.toString('utf8', 0, MAX_ERROR_LENGTH);

async function jsonOf(bytes: Buffer, texts: LongTexts): Promise<VendorAnswer['json']> {
  try {
    return bytes.length === 0 ? null : await texts.parseInTurns(bytes);
  } catch {
    return null;
  }
}

/** A request to a channel, ready to be sent. @throws UpstreamError, GatewayError if it cannot be signed */
export async function upstreamRequest(
  { method, path, body, headers = {} }: VendorRequest,
  { channel, call, upstreamModel, texts }: Omit<Asking, 'breakOff'>,
  { signing }: Pick<RelayDeps, 'signing'>,
): Promise<UpstreamRequest> {
  const { provider, signed } = channel;
  const lines = filledHeaders(channel.headers, channel, { call, upstreamModel });
  const own = new Map<string, string>();
  for (let i = 0; i + 1 < lines.length; i += 2) own.set(String(lines[i]), String(lines[i + 1]));
  if (body === undefined) own.delete('content-type');
  for (const [name, value] of Object.entries(headers)) own.set(name, value);
  const filled = signed === null ? path : fillPlaces(path, signed.channel);
  const written = body === undefined ? null : texts.writeApart(body);
  const sent: UpstreamRequest = {
    ...{ origin: channel.origin, path: joinPath(channel.basePath, filled), method },
    headers: [...own].flat(),
    body: written,
    allowPrivateNetwork: channel.allowPrivateNetwork,
    proxy: channel.proxy,
  };
  if (signed === null || provider.signs === undefined) return sent;
  // A signature covers the whole body.
  const whole = written === null ? null : await joined(written);
  const added = await signing.linesFor({ ...sent, body: whole }, signed, provider.signs);
  return { ...sent, body: whole, headers: [...sent.headers, ...added] };
}
