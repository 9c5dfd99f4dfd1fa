import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { anyDatabase } from '../../../../test/support/databases.ts';
import { FakeUpstream, sendJson } from '../../../../test/support/fake-upstream.ts';
import {
  type SeededUser,
  startTestGateway,
  type TestGateway,
} from '../../../../test/support/test-gateway.ts';

const CLOUDFLARE = 35;
const PHOENIX = '@cf/leonardo/phoenix-1.0';
const WHISPER = '@cf/openai/whisper';

describe.each(anyDatabase)('models of Cloudflare that are asked by their address, on $name', ({ open }) => {
  let gateway: TestGateway;
  let user: SeededUser;
  let cloudflare: FakeUpstream;
  let received: { url: string; type: string; body: string } | null;
  let drop: () => Promise<void>;

  beforeEach(async () => {
    const database = await open();
    drop = database.drop;
    gateway = await startTestGateway({ databaseUrl: database.url });
    user = await gateway.seed.user({ quota: 1_000_000 });
    received = null;
    cloudflare = await FakeUpstream.start({ refuses: () => null });
    for (const model of [PHOENIX, WHISPER]) {
      await gateway.seed.price({ model, input: 1, output: 1 });
      await gateway.seed.channel({
        ...{ model, type: CLOUDFLARE, channelKey: 'account|token' },
        baseUrl: `${cloudflare.url}/client/v4/accounts/{account_id}/ai`,
      });
    }
  });
  afterEach(async () => {
    await cloudflare.stop();
    await gateway.stop();
    await drop();
  });

  it('give a picture as itself, which callers get as base64', async () => {
    cloudflare.does((response, { path, rawBody, headers }) => {
      received = { url: path, type: String(headers['content-type']), body: rawBody };
      response.writeHead(200, { 'content-type': 'image/jpeg' });
      response.end(Buffer.from([0xff, 0xd8, 0xff]));
    });
    const reply = await gateway.post(
      user.token,
      { model: PHOENIX, prompt: 'A cat', size: '512x512' },
      { path: '/v1/images/generations' },
    );
    expect(await reply.json()).toMatchObject({ data: [{ b64_json: '/9j/' }] });
    expect(received).toEqual({
      url: '/client/v4/accounts/account/ai/run/@cf/leonardo/phoenix-1.0',
      type: 'application/json',
      body: '{"prompt":"A cat","width":512,"height":512}',
    });
  });

  it('take sound without a form around it', async () => {
    cloudflare.does((response, { path, rawBody, headers }) => {
      received = { url: path, type: String(headers['content-type']), body: rawBody };
      sendJson(response, 200, '{"result":{"text":"Hello"},"success":true}');
    });
    const form = new FormData();
    form.set('model', WHISPER);
    form.set('file', new File(['{"sound":1}'], 'a.wav', { type: 'audio/wav' }));
    const reply = await fetch(`${gateway.url}/v1/audio/transcriptions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${user.token}` },
      body: form,
    });
    expect(await reply.json()).toEqual({ text: 'Hello' });
    expect(received).toEqual({
      url: '/client/v4/accounts/account/ai/run/@cf/openai/whisper',
      type: 'application/octet-stream',
      body: '{"sound":1}',
    });
  });

  it('name no address but their own', async () => {
    await gateway.seed.channel({
      ...{ model: '@cf/*', type: CLOUDFLARE, channelKey: 'account|token' },
      baseUrl: cloudflare.url,
    });
    await gateway.seed.price({ model: '@cf/*', input: 1, output: 1 });
    const model = '@cf/../../../flux-1?x#y';
    const call = { model, prompt: 'A cat' };
    const reply = await gateway.post(user.token, call, { path: '/v1/images/generations' });
    expect(reply.headers.get('x-error-code')).toBe('upstream.model_missing');
    expect(cloudflare.received).toEqual([]);
  });
});
