import { ConversionReport } from '../dialects/neutral/conversion-report.ts';
import type { Json } from '../dialects/neutral/json-values.ts';
import { chat, embedding, type Operation, rerank } from '../dialects/operation.ts';
import type { TestChannel } from '../modules/channel/tested-channel.ts';
import { placeValuesOf } from '../modules/routing/request-places.ts';
import { buildRoutingChannel } from '../modules/routing/routing-rows.ts';
import type { RoutingChannel } from '../modules/routing/routing-snapshot.ts';
import { BreakOff } from '../platform/break-off.ts';
import type { Clock } from '../platform/clock.ts';
import { GatewayError } from '../platform/gateway-error.ts';
import { splice } from '../platform/splice.ts';
import type { UpstreamClient } from '../platform/upstream-client.ts';
import { type Adapter, AskedMembers } from '../providers/adapter.ts';
import { type Form, servesModel } from '../providers/provider.ts';
import { callChannel } from './dispatch/call-channel.ts';
import { toUpstreamError } from './dispatch/dispatch-call.ts';
import { NO_CALL } from './dispatch/filled-headers.ts';
import { mediaTypeOf } from './dispatch/media-type.ts';
import { overrideMembers } from './dispatch/override-members.ts';
import { readFailure, toFailureError } from './dispatch/read-failure.ts';
import { readWhole } from './dispatch/read-whole.ts';
import { Signing } from './dispatch/signing.ts';
import { makesVectors } from './embedding-models.ts';

const LONGEST_TEST_MS = 30_000;
const MOST_BYTES = 1024 * 1024;

/** Makes one small real call to a channel, outside of every account: nothing is charged or logged. */
export function createChannelTest({
  upstreams,
  clock,
}: {
  upstreams: UpstreamClient;
  clock: Clock;
}): TestChannel {
  const signing = new Signing({ upstreams, clock });
  return async ({ model, ...row }, signal) => {
    const channel = buildRoutingChannel(row);
    if (channel === null) throw new GatewayError('channel.type_unknown');
    const breakOff = new BreakOff();
    signal.addEventListener('abort', () => breakOff.break(), { once: true });
    const timer = setTimeout(() => breakOff.break(), LONGEST_TEST_MS);
    const startedAtMs = clock.monotonicMs();
    try {
      await askOnce(channel, { model, upstreams, signing, breakOff });
      return { timeSeconds: (clock.monotonicMs() - startedAtMs) / 1000 };
    } catch (error) {
      throw toUpstreamError(error);
    } finally {
      clearTimeout(timer);
    }
  };
}

async function askOnce(
  channel: RoutingChannel,
  { model, ...called }: { model: string; upstreams: UpstreamClient; signing: Signing; breakOff: BreakOff },
): Promise<void> {
  const operation = makesVectors(model) ? embedding : chat;
  const upstreamModel = channel.mapping.get(model)?.replace(/^\+/, '') ?? model;
  const form =
    formToTest(channel, { operation, upstreamModel }) ??
    formToTest(channel, { operation: rerank, upstreamModel });
  if (form === undefined) throw new GatewayError('upstream.model_missing');
  const { dialect, adapter } = form;
  const small: Json = { ...dialect.smallRequest(upstreamModel) };
  const call = { upstreamModel, nowSeconds: 0 };
  const asked = adapter === undefined ? small : adapter.request(new AskedMembers(small), call);
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
  const { finalEdits, framing } = form;
  const last = { headers: {}, report: new ConversionReport() };
  const body = finalEdits === undefined ? own : splice(own, await finalEdits(own, last));
  const request = { form, upstreamModel, stream: false, body, headers: {}, call: placed };
  const answer = await callChannel(channel, request, called);
  if (answer.status < 200 || answer.status > 299) {
    throw toFailureError(await readFailure(answer, form), answer, { channel, form });
  }
  const said = await readWhole(answer, MOST_BYTES);
  const frames = framing?.types.includes(mediaTypeOf(answer)) ? await framing.open() : null;
  const text = frames === null ? said : frames.push(Buffer.from(said)) + frames.end();
  if (adapter !== undefined) {
    assertAdapts(adapter, text, { ...call, asked: small });
    return;
  }
  const { required, instead = [] } = dialect.answerMembers;
  const has = (name: string): boolean => text.includes(`"${name}"`);
  if (!required.every(has) && !instead.some(has)) throw new GatewayError('upstream.broken_answer');
}

function assertAdapts(
  adapter: Adapter,
  text: string,
  call: Parameters<NonNullable<Adapter['answer']>>[1],
): void {
  try {
    adapter.answer?.(JSON.parse(text) as Json, call);
  } catch {
    // What a parser says quotes the answer, which may hold the channel's key.
    throw new GatewayError('upstream.broken_answer');
  }
}

/** The first of the operation, in the dialect of the channel's chat where there is one. */
function formToTest(
  { forms }: RoutingChannel,
  { operation, upstreamModel }: { operation: Operation; upstreamModel: string },
): Form | undefined {
  const suitable = forms.filter(
    (form) => form.dialect.operation === operation && servesModel(form, upstreamModel),
  );
  const chatForm = forms.find(({ dialect }) => dialect.operation === chat);
  return suitable.find(({ needs }) => needs === chatForm?.needs) ?? suitable[0];
}
