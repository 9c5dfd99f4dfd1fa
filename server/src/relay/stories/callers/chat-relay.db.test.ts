import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { databases } from '../../../../test/support/databases.ts';
import { startTestGateway, type TestGateway } from '../../../../test/support/test-gateway.ts';

const hello = { model: 'm', messages: [{ role: 'user', content: 'Say hello' }], max_tokens: 16 };

describe.each(databases)('chat relay on $name', ({ open }) => {
  let gateway: TestGateway;
  let drop: () => Promise<void>;

  beforeEach(async () => {
    const database = await open();
    drop = database.drop;
    gateway = await startTestGateway({ databaseUrl: database.url });
  });
  afterEach(async () => {
    await gateway.stop();
    await drop();
  });

  it('passes a whole answer byte for byte and charges what its usage says', async () => {
    const user = await gateway.seed.user({ quota: 100 });
    await gateway.seed.price({ model: 'm', input: 1, output: 3 });
    const channel = await gateway.seed.channel({ model: 'm' });

    const reply = await gateway.post(user.token, hello);

    expect(reply.status).toBe(200);
    expect(await reply.json()).toMatchObject({ choices: [{ message: { content: 'Hello!' } }] });
    expect(gateway.upstream(channel).received[0]?.rawBody).toBe(JSON.stringify(hello));
    expect(await gateway.logRowsOf(user)).toMatchObject([
      {
        channel_id: channel.id,
        quota: 15,
        prompt_tokens: 9,
        completion_tokens: 2,
        request_id: reply.headers.get('x-request-id'),
      },
    ]); // 9*1 + 2*3
    expect(await gateway.quotaOf(user)).toBe(85);
  });

  it('logs a mapped model under the name that it was priced by, also by a wildcard', async () => {
    const user = await gateway.seed.user({ quota: 1000 });
    await gateway.seed.price({ model: 'target-*', input: 1, output: 3 });
    await gateway.seed.price({ model: 'exact', input: 1, output: 3 });
    const mapping = { m: 'target-large', exact: '+target-large', other: 'exact' };
    await gateway.seed.channel({ model: 'm,exact,other,target-small', mapping });

    for (const model of ['m', 'exact', 'other', 'target-small'])
      expect((await gateway.post(user.token, { ...hello, model })).status).toBe(200);

    const names = (await gateway.logRowsOf(user)).map((row) => row.model_name);
    expect(names).toEqual(['target-large', 'exact', 'exact', 'target-small']);
  });

  it('lists its models with the owners that the site names, and asks no database for them', async () => {
    const user = await gateway.seed.user({ quota: 100 });
    await gateway.seed.price({ model: 'm', input: 1, output: 3 });
    await gateway.store.db.insertInto('model_owners').values({ id: 1, name: 'Renamed', icon: '' }).execute();
    await gateway.seed.channel({ model: 'm' });
    const headers = { authorization: `Bearer ${user.token}` };
    const listed = async () => (await fetch(`${gateway.url}/v1/models`, { headers })).json();
    const expected = { data: [{ id: 'm', object: 'model', owned_by: 'Renamed' }] };

    expect(await listed()).toMatchObject(expected);
    await gateway.store.db.deleteFrom('model_owners').execute();
    expect(await listed()).toMatchObject(expected);
    await gateway.core.routing.reload();
    expect(await listed()).toMatchObject({ data: [{ owned_by: 'OpenAI' }] });
  });

  it('streams, hides the usage chunk it asked for, and charges the same', async () => {
    const user = await gateway.seed.user({ quota: 100 });
    await gateway.seed.price({ model: 'm', input: 1, output: 3 });
    const channel = await gateway.seed.channel({ model: 'm' });
    gateway.upstream(channel).plays('openai-chat/hello.chunks.txt');

    const reply = await gateway.post(user.token, { ...hello, stream: true });
    const text = await reply.text();

    expect(gateway.upstream(channel).received[0]?.body).toMatchObject({
      stream_options: { include_usage: true },
    });
    expect(text).toContain('"content":"Hello"');
    expect(text).not.toContain('"usage":{');
    expect(text.endsWith('data: [DONE]\n\n')).toBe(true);
    expect(await gateway.logRowsOf(user)).toMatchObject([{ quota: 15, is_stream: 1 }]);
    expect(await gateway.quotaOf(user)).toBe(85);
  });
});

describe.each(databases)('chat relay when the first channel is rate limited, on $name', ({ open }) => {
  it('answers from the next channel and charges once', async () => {
    const database = await open();
    const gateway = await startTestGateway({ databaseUrl: database.url });
    const user = await gateway.seed.user({ quota: 100 });
    await gateway.seed.price({ model: 'm', input: 1, output: 3 });
    const busy = await gateway.seed.channel({ model: 'm', priority: 2 });
    const free = await gateway.seed.channel({ model: 'm', priority: 1 });
    gateway.upstream(busy).answers(429);
    gateway.upstream(free).plays('openai-chat/hello.chunks.txt');

    const reply = await gateway.post(user.token, { ...hello, stream: true });

    expect(await reply.text()).toContain('Hello');
    expect(await gateway.logRowsOf(user)).toMatchObject([
      {
        channel_id: free.id,
        quota: 15,
        metadata: {
          attempts: [
            { channel_id: busy.id, status: 429 },
            { channel_id: free.id, status: 200 },
          ],
        },
      },
    ]);
    expect(await gateway.quotaOf(user)).toBe(85);
    await gateway.stop();
    await database.drop();
  });
});

describe('a model without a channel', () => {
  it('is unknown when nobody has it, unavailable when its channels are turned off, unpriced without a price', async () => {
    const gateway = await startTestGateway();
    const user = await gateway.seed.user({ quota: 100 });
    await gateway.seed.price({ model: 'm', input: 1, output: 3 });
    const channel = await gateway.seed.channel({ model: 'm,n*' });
    const ask = async (model: string) => {
      const reply = await gateway.post(user.token, { ...hello, model });
      const body = (await reply.json()) as { error?: { code?: string } };
      return [reply.status, body.error?.code];
    };
    expect(await ask('other')).toEqual([404, 'model_not_found']);
    expect(await ask('n1')).toEqual([404, 'model_not_priced']);

    await gateway.store.db.updateTable('channels').set({ status: 2 }).where('id', '=', channel.id).execute();
    await gateway.core.routing.reload();

    expect(await ask('m')).toEqual([503, 'no_channel_available']);
    expect(await ask('n1')).toEqual([503, 'no_channel_available']);
    expect(await ask('other')).toEqual([404, 'model_not_found']);
    await gateway.stop();
  });
});
