import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { anyDatabase } from '../../../../test/support/databases.ts';
import { FakeUpstream, sendJson } from '../../../../test/support/fake-upstream.ts';
import {
  type SeededUser,
  startTestGateway,
  type TestGateway,
} from '../../../../test/support/test-gateway.ts';

const RECRAFT = 51;
const BALANCE = 1_000_000;

describe.each(anyDatabase)('Recraft’s API as one-hub has it, on $name', ({ open }) => {
  let gateway: TestGateway;
  let user: SeededUser;
  let recraft: FakeUpstream;
  let drop: () => Promise<void>;

  beforeEach(async () => {
    const database = await open();
    drop = database.drop;
    gateway = await startTestGateway({ databaseUrl: database.url });
    user = await gateway.seed.user({ quota: BALANCE });
    recraft = await FakeUpstream.start();
    for (const model of ['recraftv3', 'recraft_vectorize', 'recraft_styles']) {
      await gateway.seed.price({ model, type: 'times', input: 5, output: 0 });
      await gateway.seed.channel({ model, type: RECRAFT, baseUrl: recraft.url });
    }
  });
  afterEach(async () => {
    await recraft.stop();
    await gateway.stop();
    await drop();
  });

  const sendForm = (path: string, fields: Record<string, string>): Promise<Response> => {
    const form = new FormData();
    form.set('file', new File([new Uint8Array(70_000)], 'a.png', { type: 'image/png' }));
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
    return fetch(`${gateway.url}/recraftAI/v1${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${user.token}` },
      body: form,
    });
  };

  it.each([
    ['/images/vectorize', 'recraft_vectorize', '/v1/images/vectorize'],
    ['/styles', 'recraft_styles', '/v1/styles'],
  ])('%s is passed on with its form, and costs a call of %s', async (path, model, asked) => {
    const answer = '{"image":{"url":"https://img.recraft.ai/1.svg"}}';
    recraft.does((response) => sendJson(response, 200, answer));
    const reply = await sendForm(path, { style: 'icon' });

    expect(await reply.text()).toBe(answer);
    expect(recraft.received).toMatchObject([
      {
        path: asked,
        headers: { authorization: 'Bearer upstream-key' },
        body: { style: 'icon', file: { filename: 'a.png', bytes: expect.any(Buffer) } },
      },
    ]);
    expect(recraft.received[0]?.body).not.toHaveProperty('model');
    expect(await gateway.logRowsOf(user)).toMatchObject([{ model_name: model, quota: 5_000 }]);
    expect(await gateway.quotaOf(user)).toBe(BALANCE - 5_000);
  });

  it('pictures are OpenAI’s', async () => {
    recraft.does((response) => sendJson(response, 200, '{"created":1,"data":[{"url":"https://a.b"}]}'));
    const body = { model: 'recraftv3', prompt: 'A cat', style: 'vector_illustration' };
    const reply = await gateway.post(user.token, body, { path: '/recraftAI/v1/images/generations' });
    expect(reply.status).toBe(200);
    expect(recraft.received).toMatchObject([{ path: '/v1/images/generations', body }]);
  });

  it('what fails costs nothing, and is told with its status', async () => {
    recraft.does((response) => sendJson(response, 400, '{"code":"bad","message":"no picture"}'));
    const reply = await sendForm('/images/vectorize', {});
    expect(reply.status).toBe(400);
    expect(await reply.text()).toContain('no picture');
    expect(await gateway.quotaOf(user)).toBe(BALANCE);
  });

  it.each(['/images/forge', '/images/removeBackground'])('%s is not there', async (path) => {
    expect((await sendForm(path, {})).status).toBe(404);
    expect(recraft.received).toEqual([]);
  });
});
