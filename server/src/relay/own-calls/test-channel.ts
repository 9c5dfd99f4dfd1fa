import type { ChannelTestKind } from '@turnpike/contract';
import { ConversionReport } from '../../dialects/neutral/conversion-report.ts';
import { type Json, objectOf } from '../../dialects/neutral/json-values.ts';
import {
  chat,
  embedding,
  image,
  moderation,
  type Operation,
  rerank,
  speech,
} from '../../dialects/operation.ts';
import { errorInAnswer } from '../../dialects/upstream-failure.ts';
import type { TestChannel } from '../../modules/channel/tested-channel.ts';
import { placeValuesOf } from '../../modules/routing/request-places.ts';
import { buildRoutingChannel } from '../../modules/routing/routing-rows.ts';
import type { RoutingChannel } from '../../modules/routing/routing-snapshot.ts';
import type { Clock } from '../../platform/clock.ts';
import { fieldError, GatewayError } from '../../platform/gateway-error.ts';
import { splice } from '../../platform/json/splice.ts';
import { BreakOff } from '../../platform/net/break-off.ts';
import type { UpstreamClient } from '../../platform/net/upstream-client.ts';
import { type Adapter, AskedMembers } from '../../providers/adapter.ts';
import { type Form, servesModel } from '../../providers/provider.ts';
import { mediaTypeOf } from '../answer/media-type.ts';
import { readFailure, toFailureError, VendorError } from '../answer/read-failure.ts';
import { toUpstreamError } from '../answer/upstream-error.ts';
import { textForCaller } from '../answer/vendor-text.ts';
import { callChannel } from '../channel/call-channel.ts';
import { NO_CALL } from '../channel/filled-headers.ts';
import { readWhole } from '../channel/read-whole.ts';
import { Signing } from '../channel/signing.ts';
import { makesVectors } from '../clients/embedding-models.ts';
import { overrideMembers } from '../request/override-members.ts';

/** Pictures and sounds are longer than texts and take their time. */
const limitsOf = (kind: ChannelTestKind | undefined) =>
  kind === 'image' || kind === 'speech'
    ? { longestMs: 120_000, mostBytes: 32 * 1024 * 1024 }
    : { longestMs: 30_000, mostBytes: 1024 * 1024 };

const operationOf: Readonly<Record<ChannelTestKind, Operation>> = {
  chat,
  embedding,
  rerank,
  moderation,
  image,
  speech,
};

/** Makes one small real call to a channel, outside of every account: nothing is charged or logged. */
export function createChannelTest({
  upstreams,
  clock,
}: {
  upstreams: UpstreamClient;
  clock: Clock;
}): TestChannel {
  const signing = new Signing({ upstreams, clock });
  return async ({ model, kind, ...row }, signal) => {
    const channel = buildRoutingChannel(row);
    if (channel === null) throw new GatewayError('channel.type_unknown');
    const breakOff = new BreakOff();
    signal.addEventListener('abort', () => breakOff.break(), { once: true });
    const timer = setTimeout(() => breakOff.break(), limitsOf(kind).longestMs);
    const startedAtMs = clock.monotonicMs();
    try {
      await askOnce(channel, { model, kind, upstreams, signing, breakOff });
      return { timeSeconds: (clock.monotonicMs() - startedAtMs) / 1000 };
    } catch (error) {
      throw withVendorWords(toUpstreamError(error), channel);
    } finally {
      clearTimeout(timer);
    }
  };
}

async function askOnce(
  channel: RoutingChannel,
  {
    model,
    kind,
    ...called
  }: {
    model: string;
    kind: ChannelTestKind | undefined;
    upstreams: UpstreamClient;
    signing: Signing;
    breakOff: BreakOff;
  },
): Promise<void> {
  const upstreamModel = channel.mapping.get(model)?.replace(/^\+/, '') ?? model;
  const form = formOfKind(channel, { model, kind, upstreamModel });
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
  const said = await readWhole(answer, limitsOf(kind).mostBytes);
  const frames = framing?.types.includes(mediaTypeOf(answer)) ? await framing.open() : null;
  const text = frames === null ? said : frames.push(Buffer.from(said)) + frames.end();
  if (adapter !== undefined) {
    assertAdapts(adapter, text, { ...call, asked: small });
    return;
  }
  const { required, instead = [] } = dialect.answerMembers;
  const has = (name: string): boolean => text.includes(`"${name}"`);
  if (!required.every(has) && !instead.some(has)) throw toBrokenTest(text, { channel, form });
}

/** The provider's words, for any status: the person who tests a channel is the one who repairs it. */
function withVendorWords(error: unknown, channel: RoutingChannel): unknown {
  if (!(error instanceof GatewayError) || !(error.cause instanceof VendorError)) return error;
  const detail = textForCaller(error.cause.failure.message, channel);
  if (detail === '') return error;
  return new GatewayError(error.code, { ...error.parameters, detail }, { cause: error.cause });
}

/** Some servers answer an error with a status of success. */
function toBrokenTest(
  text: string,
  { channel, form }: { channel: RoutingChannel; form: Form },
): GatewayError {
  const code = 'upstream.broken_answer';
  try {
    const error = errorInAnswer(objectOf(JSON.parse(text)) ?? {});
    if (error === null) return new GatewayError(code);
    const said =
      typeof error === 'string' ? error : form.dialect.errors.read(0, JSON.stringify({ error })).message;
    return new GatewayError(code, { detail: textForCaller(said, channel) });
  } catch {
    return new GatewayError(code);
  }
}

function assertAdapts(
  adapter: Adapter,
  text: string,
  call: Parameters<NonNullable<Adapter['answer']>>[1],
): void {
  try {
    adapter.answer?.(JSON.parse(text) as Json, call);
  } catch {
    // The parser's message quotes the answer, which may contain the channel's key.
    throw new GatewayError('upstream.broken_answer');
  }
}

/**
 * A kind that was asked for is tested and no other; else the name of the model decides.
 * @throws request.invalid, naming `kind`, where the channel has none of that kind; upstream.model_missing
 */
function formOfKind(
  channel: RoutingChannel,
  { model, kind, upstreamModel }: { model: string; kind: ChannelTestKind | undefined; upstreamModel: string },
): Form {
  const operation = operationOf[kind ?? (makesVectors(model) ? 'embedding' : 'chat')];
  const form = formToTest(channel, { operation, upstreamModel });
  if (form !== undefined) return form;
  if (kind !== undefined) throw fieldError('kind', 'invalid_value');
  const ranking = formToTest(channel, { operation: rerank, upstreamModel });
  if (ranking === undefined) throw new GatewayError('upstream.model_missing');
  return ranking;
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
