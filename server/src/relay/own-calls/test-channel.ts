import type { ChannelTestKind } from '@turnpike/contract';
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
import { buildRoutingChannel } from '../../modules/routing/routing-rows.ts';
import type { RoutingChannel } from '../../modules/routing/routing-snapshot.ts';
import type { Clock } from '../../platform/clock.ts';
import { fieldError, GatewayError } from '../../platform/gateway-error.ts';
import type { UpstreamClient } from '../../platform/net/upstream-client.ts';
import { type Adapter, AskedMembers } from '../../providers/adapter.ts';
import { type Form, servesModel } from '../../providers/provider.ts';
import { textForCaller } from '../answer/vendor-text.ts';
import { Signing } from '../channel/signing.ts';
import { makesVectors } from '../clients/embedding-models.ts';
import { type OwnMeans, readOwn, sendOwn, upstreamModelOf, withinTime } from './own-request.ts';

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
    const startedAtMs = clock.monotonicMs();
    await withinTime({ channel, signal, longestMs: limitsOf(kind).longestMs }, (breakOff) =>
      askOnce(channel, { model, kind }, { upstreams, signing, breakOff }),
    );
    return { timeSeconds: (clock.monotonicMs() - startedAtMs) / 1000 };
  };
}

async function askOnce(
  channel: RoutingChannel,
  { model, kind }: { model: string; kind: ChannelTestKind | undefined },
  means: OwnMeans,
): Promise<void> {
  const upstreamModel = upstreamModelOf(channel, model);
  const form = formOfKind(channel, { model, kind, upstreamModel });
  await askSmall(channel, { form, model, upstreamModel, maxBytes: limitsOf(kind).mostBytes }, means);
}

/**
 * Sends the small request of a form.
 * @returns the answer's text
 * @throws an error of the catalogue if the model does not answer
 */
export async function askSmall(
  channel: RoutingChannel,
  asked: { form: Form; model: string; upstreamModel: string; maxBytes: number },
  means: OwnMeans,
): Promise<string> {
  const { form, upstreamModel } = asked;
  const { dialect, adapter } = form;
  const small: Json = { ...dialect.smallRequest(upstreamModel) };
  const call = { upstreamModel, nowSeconds: 0 };
  const body = adapter === undefined ? small : adapter.request(new AskedMembers(small), call);
  const answer = await sendOwn(channel, { ...asked, body }, means);
  const { text } = await readOwn(answer, form, asked.maxBytes);
  if (adapter !== undefined) {
    assertAdapts(adapter, text, { ...call, asked: small });
    return text;
  }
  const { required, instead = [] } = dialect.answerMembers;
  const has = (name: string): boolean => text.includes(`"${name}"`);
  if (!required.every(has) && !instead.some(has)) throw toBrokenTest(text, { channel, form });
  return text;
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
export function formOfKind(
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
