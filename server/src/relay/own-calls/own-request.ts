import { ConversionReport } from '../../dialects/neutral/conversion-report.ts';
import { placeValuesOf } from '../../modules/routing/request-places.ts';
import type { RoutingChannel } from '../../modules/routing/routing-snapshot.ts';
import { GatewayError } from '../../platform/gateway-error.ts';
import { splice } from '../../platform/json/splice.ts';
import { BreakOff } from '../../platform/net/break-off.ts';
import type { UpstreamAnswer } from '../../platform/net/upstream-answer.ts';
import type { UpstreamClient } from '../../platform/net/upstream-client.ts';
import type { Form } from '../../providers/provider.ts';
import { mediaTypeOf } from '../answer/media-type.ts';
import { readFailure, toFailureError, VendorError } from '../answer/read-failure.ts';
import { toUpstreamError } from '../answer/upstream-error.ts';
import { textForCaller } from '../answer/vendor-text.ts';
import { callChannel } from '../channel/call-channel.ts';
import { NO_CALL } from '../channel/filled-headers.ts';
import { readWhole } from '../channel/read-whole.ts';
import type { Signing } from '../channel/signing.ts';
import { overrideMembers } from '../request/override-members.ts';

/** Means of a request that the gateway makes itself. */
export interface OwnMeans {
  upstreams: UpstreamClient;
  signing: Signing;
  breakOff: BreakOff;
}

interface OwnRequest {
  form: Form;
  /** As it would be requested; overrides of the channel may name it. */
  model: string;
  upstreamModel: string;
  /** Body in the words of the form. */
  body: object;
  stream?: boolean;
}

/** The name that a channel sends for a requested model. */
export const upstreamModelOf = ({ mapping }: RoutingChannel, model: string): string =>
  mapping.get(model)?.replace(/^\+/, '') ?? model;

/**
 * Sends a request of the gateway's own, outside of every account, with the channel's headers and members.
 * @throws an error of the catalogue if the upstream refuses it
 */
export async function sendOwn(
  channel: RoutingChannel,
  { form, model, upstreamModel, body: asked, stream = false }: OwnRequest,
  means: OwnMeans,
): Promise<UpstreamAnswer> {
  const plain = Buffer.from(JSON.stringify(asked));
  const { overrides } = channel;
  const placed = { ...NO_CALL, facts: { model } };
  const own =
    overrides === null
      ? plain
      : await overrideMembers(plain, overrides, {
          model,
          values: () => placeValuesOf(placed, upstreamModel),
        });
  const { finalEdits } = form;
  const last = { headers: {}, report: new ConversionReport() };
  const body = finalEdits === undefined ? own : splice(own, await finalEdits(own, last));
  const request = { form, upstreamModel, stream, body, headers: {}, call: placed };
  const answer = await callChannel(channel, request, means);
  if (answer.status < 200 || answer.status > 299) {
    throw toFailureError(await readFailure(answer, form), answer, { channel, form });
  }
  return answer;
}

/** The text of an answer; frames of a vendor's own are read as server-sent events. */
export async function readOwn(
  answer: UpstreamAnswer,
  { framing }: Form,
  maxBytes: number,
): Promise<{ text: string; isFramed: boolean }> {
  const said = await readWhole(answer, maxBytes);
  const frames = framing?.types.includes(mediaTypeOf(answer)) ? await framing.open() : null;
  if (frames === null) return { text: said, isFramed: false };
  return { text: frames.push(Buffer.from(said)) + frames.end(), isFramed: true };
}

/**
 * Does something that ends when the caller leaves, and after a time.
 * @throws upstream.timeout; errors of the upstream with its own words as their `detail`
 */
export async function withinTime<Result>(
  { channel, signal, longestMs }: { channel: RoutingChannel; signal: AbortSignal; longestMs: number },
  work: (breakOff: BreakOff) => Promise<Result>,
): Promise<Result> {
  const breakOff = new BreakOff();
  const leave = () => breakOff.break();
  signal.addEventListener('abort', leave, { once: true });
  if (signal.aborted) leave();
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    breakOff.break();
  }, longestMs);
  try {
    return await work(breakOff);
  } catch (error) {
    if (isLate) throw new GatewayError('upstream.timeout', {}, { cause: error });
    throw withVendorWords(toUpstreamError(error), channel);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', leave);
  }
}

/** The provider's words, for any status: the person who tests a channel is the one who repairs it. */
function withVendorWords(error: unknown, channel: RoutingChannel): unknown {
  if (!(error instanceof GatewayError) || !(error.cause instanceof VendorError)) return error;
  const detail = textForCaller(error.cause.failure.message, channel);
  if (detail === '') return error;
  return new GatewayError(error.code, { ...error.parameters, detail }, { cause: error.cause });
}
