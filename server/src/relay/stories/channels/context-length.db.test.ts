import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type SeededUser,
  startTestGateway,
  type TestGateway,
} from '../../../../test/support/test-gateway.ts';
import { systemClock } from '../../../platform/clock.ts';
import { createExplaining } from '../../explain/explain-call.ts';

const HOUR_MS = 3_600_000;
const tooLong = { message: 'too long', code: 'context_length_exceeded', type: 'invalid_request_error' };
const of = (words: number, rest: object = {}) => ({
  messages: [{ role: 'user', content: 'word '.repeat(words) }],
  ...rest,
});

describe('a request that is too long for a channel', () => {
  let gateway: TestGateway;
  let caller: SeededUser;
  const clock = { ...systemClock, aheadMs: 0, monotonicMs: () => systemClock.monotonicMs() + clock.aheadMs };
  const options = { contextFallbacks: new Map<string, string[]>(), retryCooldownSeconds: 0 };
  beforeAll(async () => {
    gateway = await startTestGateway({ clock, relayOptions: options });
    caller = await gateway.seed.user({ quota: 100_000_000 });
  });
  afterAll(() => gateway.stop());

  /** The first two call the same model of a vendor, the third one a larger model. */
  const three = async (model: string) => {
    await gateway.seed.price({ model, input: 1, output: 1 });
    const mapping = { [model]: `+${model}-large` };
    const small = await gateway.seed.channel({ model, priority: 9 });
    const same = await gateway.seed.channel({ model, priority: 8 });
    const large = await gateway.seed.channel({ model, mapping });
    for (const channel of [small, same]) gateway.upstream(channel).answers(400, tooLong);
    return { small: small.id, same: same.id, large: large.id };
  };
  const ask = async (model: string, body: object) => {
    const reply = await gateway.post(caller.token, { model, ...body });
    await reply.text();
    const row = (await gateway.logRowsOf(caller)).at(-1);
    return {
      code: reply.headers.get('x-error-code'),
      asked: row?.metadata?.attempts?.map(({ channel_id }) => channel_id),
      passedOver: row?.metadata?.passed_over?.map(({ channel_id, reason }) => [channel_id, reason]),
    };
  };

  it('is tried with another model, and longer ones go there at once for an hour', async () => {
    const { small, same, large } = await three('grows');
    expect(await ask('grows', of(2000))).toMatchObject({ code: null, asked: [small, large] });
    gateway.upstream({ id: small }).plays('openai-chat/hello.json');
    gateway.upstream({ id: same }).answers(400, tooLong);
    expect((await ask('grows', of(1900))).asked).toEqual([small]);
    // The other channel of the small model was not asked, so nothing is known of it.
    expect(await ask('grows', of(2100))).toMatchObject({
      ...{
        asked: [same, large],
        passedOver: [[small, 'too_long']],
      },
    });
    expect(await ask('grows', of(2100))).toMatchObject({ asked: [large] });

    const explained = await createExplaining(gateway.core.relay)({
      ...{ tokenId: caller.tokenId, userId: caller.id, strict: false },
      ...{ path: '/v1/chat/completions', body: { model: 'grows', ...of(2100) } },
    });
    expect(explained.candidates.map(({ reason }) => reason)).toEqual(['too_long', 'too_long', null]);

    clock.aheadMs += HOUR_MS;
    expect((await ask('grows', of(2100))).asked).toEqual([small]);
  });

  it('goes on as before where every channel is known to refuse it, and an answer disproves that', async () => {
    const { small, same, large } = await three('full');
    gateway.upstream({ id: large }).answers(400, tooLong);
    expect(await ask('full', of(2000))).toMatchObject({
      ...{ code: 'upstream.context_length', asked: [small, large] },
    });
    await ask('full', of(2000));
    gateway.upstream({ id: small }).plays('openai-chat/hello.json');
    expect(await ask('full', of(2000))).toMatchObject({ code: null, asked: [small] });
    gateway.upstream({ id: small }).answers(400, tooLong);
    expect((await ask('full', of(2000))).asked).toEqual([small]);
    expect(same).toBeGreaterThan(0);
  });

  it('ends with that refusal, and then with the list of long requests, where the other model fails', async () => {
    const { small, large } = await three('broken');
    gateway.upstream({ id: large }).answers(500);
    expect(await ask('broken', of(2000))).toMatchObject({
      ...{ code: 'upstream.context_length', asked: [small, large] },
    });
    options.contextFallbacks.set('broken', ['spare']);
    await gateway.seed.price({ model: 'spare', input: 1, output: 1 });
    const spare = await gateway.seed.channel({ model: 'spare' });
    expect((await ask('broken', of(2000))).asked?.at(-1)).toBe(spare.id);
  });

  it('says nothing about short ones where its limit of the answer was too large', async () => {
    const { small } = await three('bounded');
    await ask('bounded', of(1, { max_tokens: 1_000_000 }));
    gateway.upstream({ id: small }).plays('openai-chat/hello.json');
    expect((await ask('bounded', of(2000))).asked).toEqual([small]);
  });

  it('teaches nothing about other users, nor about other requests where it has a document', async () => {
    const { small } = await three('shared');
    await ask('shared', of(2000));
    gateway.upstream({ id: small }).plays('openai-chat/hello.json');
    const other = await gateway.seed.user({ quota: 1_000_000 });
    await gateway.post(other.token, { model: 'shared', ...of(2500) });
    expect((await gateway.logRowsOf(other)).at(-1)).toMatchObject({ channel_id: small });

    const { small: reading } = await three('reading');
    const file = {
      type: 'file',
      file: { filename: 'a.pdf', file_data: `data:application/pdf;base64,${'aB3+'.repeat(9000)}` },
    };
    await ask('reading', { messages: [{ role: 'user', content: [{ type: 'text', text: 'Sum up' }, file] }] });
    gateway.upstream({ id: reading }).plays('openai-chat/hello.json');
    expect((await ask('reading', of(5000))).asked).toEqual([reading]);
  });
});
