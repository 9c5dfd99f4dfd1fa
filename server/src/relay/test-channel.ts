import { chat, embedding, type Operation } from '../dialects/operation.ts';
import type { TestChannel } from '../modules/channel/tested-channel.ts';
import { buildRoutingChannel } from '../modules/routing/routing-rows.ts';
import type { RoutingChannel } from '../modules/routing/routing-snapshot.ts';
import { BreakOff } from '../platform/break-off.ts';
import type { Clock } from '../platform/clock.ts';
import { GatewayError } from '../platform/gateway-error.ts';
import type { UpstreamAnswer } from '../platform/upstream-answer.ts';
import type { UpstreamClient } from '../platform/upstream-client.ts';
import { type Form, servesModel } from '../providers/provider.ts';
import { callChannel } from './dispatch/call-channel.ts';
import { toUpstreamError } from './dispatch/dispatch-call.ts';
import { readFailure, toFailureError } from './dispatch/read-failure.ts';
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
  const form = formToTest(channel, { operation, upstreamModel });
  if (form === undefined) throw new GatewayError('upstream.model_missing');
  const { dialect } = form;
  const body = Buffer.from(JSON.stringify(dialect.smallRequest(upstreamModel)));
  const request = { form, upstreamModel, stream: false, body, headers: {} };
  const answer = await callChannel(channel, request, called);
  if (answer.status < 200 || answer.status > 299) {
    throw toFailureError(await readFailure(answer, dialect.errors), answer, { channel, form });
  }
  const text = await readWhole(answer);
  const { required, instead = [] } = dialect.answerMembers;
  const has = (name: string): boolean => text.includes(`"${name}"`);
  if (!required.every(has) && !instead.some(has)) throw new GatewayError('upstream.broken_answer');
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

function readWhole(answer: UpstreamAnswer): Promise<string> {
  return new Promise((resolve, reject) => {
    const pieces: Buffer[] = [];
    let size = 0;
    answer.consume({
      data(piece) {
        size += piece.length;
        if (size > MOST_BYTES) answer.cancel();
        else pieces.push(piece);
      },
      end: () => resolve(Buffer.concat(pieces).toString('utf8')),
      fail: reject,
    });
  });
}
