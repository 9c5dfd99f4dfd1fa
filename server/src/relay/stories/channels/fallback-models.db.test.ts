import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sendJson } from '../../../../test/support/fake-upstream.ts';
import {
  type SeededUser,
  startTestGateway,
  type TestGateway,
} from '../../../../test/support/test-gateway.ts';
import { listLogs } from '../../../modules/log/log-repository.ts';

const MODELS = ['first', 'second', 'third'];
const answer = {
  ...{ id: 'c', object: 'chat.completion', created: 1, model: 'm' },
  choices: [{ index: 0, message: { role: 'assistant', content: 'Hi' }, finish_reason: 'stop' }],
  usage: { prompt_tokens: 9, completion_tokens: 2, total_tokens: 11 },
};
const asked = { messages: [{ role: 'user', content: 'Hi' }], max_tokens: 10 };

describe('models that answer in place of others', () => {
  let gateway: TestGateway;
  let caller: SeededUser;
  const channels = new Map<string, { id: number }>();
  const options = {
    retryCooldownSeconds: 0,
    modelFallbacks: new Map([
      ['first', ['missing', 'second', 'third']],
      ['second', ['first']],
      ['cheap', ['dear']],
    ]),
    contextFallbacks: new Map([['first', ['third']]]),
    filteredFallbacks: new Map<string, string[]>(),
  };
  beforeAll(async () => {
    gateway = await startTestGateway({ relayOptions: options });
    caller = await gateway.seed.user({ quota: 1_000_000 });
    for (const [index, model] of MODELS.entries()) {
      await gateway.seed.price({ model, input: index + 1, output: index + 1 });
      channels.set(model, await gateway.seed.channel({ model }));
    }
  });
  afterAll(() => gateway.stop());

  const upstreamOf = (model: string) => gateway.upstream(channels.get(model) as { id: number });
  const failWith = (model: string, status: number, error: object) =>
    upstreamOf(model).does((response) => sendJson(response, status, JSON.stringify({ error })));
  const down = (model: string) => failWith(model, 500, { message: 'down', type: 'server_error' });
  beforeEach(() => {
    for (const model of MODELS)
      upstreamOf(model).does((response) => sendJson(response, 200, JSON.stringify(answer)));
  });
  const ask = async (model = 'first', token = caller.token) => {
    const reply = await gateway.post(token, { model, ...asked });
    await reply.text();
    const row = (await gateway.logRowsOf(caller)).at(-1);
    return { reply, row, attempts: row?.metadata?.attempts?.map(({ channel_id }) => channel_id) };
  };
  const idOf = (model: string) => channels.get(model)?.id;

  it('answer once no channel of the first one can, at their own price, and say so', async () => {
    down('first');
    const { reply, row, attempts } = await ask();
    expect(reply.status).toBe(200);
    expect(reply.headers.get('x-turnpike-model')).toBe('second');
    expect(upstreamOf('second').received.at(-1)?.body).toMatchObject({ model: 'second' });
    expect(attempts).toEqual([idOf('first'), idOf('second')]);
    expect(row).toMatchObject({ model_name: 'second', metadata: { asked_model: 'first', input_ratio: 2 } });
  });

  it('leave the call to be found by each channel that it was tried at', async () => {
    down('first');
    const { row } = await ask();
    const found = async (filter: object) => {
      const page = await listLogs(gateway.store.db, filter, { page: 1, size: 1, order: undefined });
      return page.data.map(({ id }) => id);
    };
    for (const model of ['first', 'second'])
      expect(await found({ channel_tried: idOf(model), retried: 'yes' })).toEqual([row?.id]);
    expect(await found({ channel_tried: idOf('third') })).not.toContain(row?.id);
    upstreamOf('first').does((response) => sendJson(response, 200, JSON.stringify(answer)));
    const once = await ask();
    expect(await found({ channel_tried: idOf('first') })).toEqual([once.row?.id]);
    expect(await found({ retried: 'yes' })).toEqual([row?.id]);
  });

  it('are not asked where the first one answers', async () => {
    const { reply, row } = await ask();
    expect(reply.headers.get('x-turnpike-model')).toBeNull();
    expect(row?.metadata).not.toHaveProperty('asked_model');
  });

  it('end where all fail, with the failure of the model that was asked for, and are charged nothing', async () => {
    for (const model of MODELS) down(model);
    failWith('first', 503, { message: 'overloaded', type: 'overloaded_error' });
    const before = await gateway.amountsOf(caller);
    const { reply, row, attempts } = await ask();
    expect(reply.headers.get('x-error-code')).toBe('upstream.overloaded');
    expect(attempts).toEqual(MODELS.map(idOf));
    expect(row).toMatchObject({ quota: 0 });
    expect(await gateway.amountsOf(caller)).toEqual(before);
  });

  it('come from the list for long requests where the context is too long', async () => {
    failWith('first', 400, {
      message: 'too long',
      code: 'context_length_exceeded',
      type: 'invalid_request_error',
    });
    const { reply, attempts } = await ask();
    expect(reply.headers.get('x-turnpike-model')).toBe('third');
    expect(attempts).toEqual([idOf('first'), idOf('third')]);
  });

  it('do not help against a mistake of the caller', async () => {
    failWith('first', 400, { message: 'top_p is wrong', type: 'invalid_request_error' });
    const { reply, attempts } = await ask();
    expect(reply.status).toBe(400);
    expect(attempts).toEqual([idOf('first')]);
  });

  it('are only those that the key may use', async () => {
    down('first');
    const key = await gateway.seed.token({ userId: caller.id });
    await gateway.store.db
      .updateTable('tokens')
      .set({ allowed_models: '["first","third"]' })
      .where('id', '=', key.tokenId)
      .execute();
    gateway.core.identities.forgetToken(key.tokenId);
    const { reply } = await ask('first', key.token);
    expect(reply.headers.get('x-turnpike-model')).toBe('third');
  });

  it('keep the log row of a call whose fallback cannot be paid', async () => {
    const cheap = await gateway.seed.channel({ model: 'cheap' });
    await gateway.seed.channel({ model: 'dear' });
    await gateway.seed.price({ model: 'cheap', input: 1, output: 1 });
    await gateway.seed.price({ model: 'dear', input: 1000, output: 1000 });
    gateway
      .upstream(cheap)
      .does((response) => sendJson(response, 500, JSON.stringify({ error: { message: 'down' } })));
    const poor = await gateway.seed.user({ quota: 60 });
    const reply = await gateway.post(poor.token, { model: 'cheap', ...asked });
    await reply.text();
    expect(reply.headers.get('x-error-code')).toBe('upstream.error');
    expect(await gateway.logRowsOf(poor)).toMatchObject([{ quota: 0 }]);
    expect(await gateway.quotaOf(poor)).toBe(60);
  });
});
