import OpenAI, { AzureOpenAI, toFile } from 'openai';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sendJson } from '../../../../test/support/fake-upstream.ts';
import {
  type SeededUser,
  startTestGateway,
  type TestGateway,
} from '../../../../test/support/test-gateway.ts';

const embedding = { object: 'embedding', index: 0, embedding: [0.5, -0.25] };
const file = () => toFile(Buffer.alloc(2_000, 1), 'a.mp3', { type: 'audio/mpeg' });

// Addresses do not depend on the database.
describe('clients of Azure', () => {
  let gateway: TestGateway;
  let user: SeededUser;
  let channel: { id: number };
  let client: AzureOpenAI;

  beforeEach(async () => {
    gateway = await startTestGateway();
    user = await gateway.seed.user({ quota: 1_000_000_000 });
    await gateway.seed.price({ model: 'my-model', input: 1, output: 1 });
    channel = await gateway.seed.channel({ model: 'my-model' });
    client = clientOf();
  });
  afterEach(() => gateway.stop());

  const clientOf = (options: { deployment?: string; apiKey?: string } = {}) =>
    new AzureOpenAI({
      ...{ endpoint: gateway.url, apiKey: user.token, apiVersion: '2024-10-21', maxRetries: 0 },
      ...options,
    });
  const answers = (body: object | string) =>
    gateway
      .upstream(channel)
      .does((response) => sendJson(response, 200, typeof body === 'string' ? body : JSON.stringify(body)));
  const received = () => gateway.upstream(channel).received;

  it('chat by the deployment of their address, whole and streamed', async () => {
    const messages = [{ role: 'user' as const, content: 'Say hello' }];
    const whole = await client.chat.completions.create({ model: 'my-model', messages });
    expect(whole.choices[0]?.message.content).toBe('Hello!');

    gateway.upstream(channel).plays('openai-chat/hello.chunks.txt');
    let text = '';
    const stream = await client.chat.completions.create({ model: 'my-model', messages, stream: true });
    for await (const { choices } of stream) text += choices[0]?.delta.content ?? '';
    expect(text).toBe('Hello!');
    expect(received().map(({ path, body }) => [path, body.model])).toEqual([
      ['/v1/chat/completions', 'my-model'],
      ['/v1/chat/completions', 'my-model'],
    ]);
    expect(await gateway.logRowsOf(user)).toHaveLength(2);
  });

  it.each([
    { what: 'names another model', model: 'other' },
    { what: 'names none', model: '' },
  ])('are answered by their deployment, also where the body $what', async ({ model }) => {
    const named = clientOf({ deployment: 'my-model' });
    await named.chat.completions.create({ model, messages: [{ role: 'user', content: 'Say hello' }] });

    expect(received()[0]?.body).toMatchObject({ model: 'my-model' });
    expect(await gateway.logRowsOf(user)).toMatchObject([{ model_name: 'my-model' }]);
  });

  it('embed, make and change pictures', async () => {
    answers({ object: 'list', data: [embedding], model: 'm', usage: { prompt_tokens: 8, total_tokens: 8 } });
    const asked = { model: 'my-model', input: 'Paris', encoding_format: 'float' as const };
    expect((await client.embeddings.create(asked)).data).toEqual([embedding]);
    answers({ created: 1, data: [{ b64_json: 'QUJD' }] });
    const made = await client.images.generate({ model: 'my-model', prompt: 'A cat' });
    const image = await toFile(Buffer.alloc(500, 1), 'a.png', { type: 'image/png' });
    const changed = await client.images.edit({ model: 'my-model', prompt: 'A hat', image });

    expect([made.data, changed.data]).toEqual([[{ b64_json: 'QUJD' }], [{ b64_json: 'QUJD' }]]);
    expect(received().map(({ path }) => path)).toEqual([
      ...['/v1/embeddings', '/v1/images/generations', '/v1/images/edits'],
    ]);
  });

  it('hear and speak', async () => {
    answers({ text: 'Hello', duration: 3 });
    expect(await client.audio.transcriptions.create({ model: 'my-model', file: await file() })).toMatchObject(
      {
        text: 'Hello',
      },
    );
    expect(await client.audio.translations.create({ model: 'my-model', file: await file() })).toMatchObject({
      text: 'Hello',
    });
    gateway.upstream(channel).does((response) => {
      response.writeHead(200, { 'content-type': 'audio/mpeg' }).end('ID3 sound');
    });
    const spoken = await client.audio.speech.create({ model: 'my-model', input: 'Hi', voice: 'alloy' });
    expect(await spoken.text()).toBe('ID3 sound');
    expect(received().map(({ path, body }) => [path, body.model])).toEqual([
      ['/v1/audio/transcriptions', 'my-model'],
      ['/v1/audio/translations', 'my-model'],
      ['/v1/audio/speech', 'my-model'],
    ]);
  });

  it('list models, and are told what is wrong', async () => {
    const models = [];
    for await (const { id } of client.models.list()) models.push(id);
    expect(models).toEqual(['my-model']);
    const messages = [{ role: 'user' as const, content: 'Hi' }];
    await expect(client.chat.completions.create({ model: 'a/b', messages })).rejects.toMatchObject({
      ...{ status: 404, code: 'model_not_found' },
    });
    await expect(
      clientOf({ apiKey: 'sk-wrong' }).chat.completions.create({ model: 'my-model', messages }),
    ).rejects.toBeInstanceOf(OpenAI.AuthenticationError);
    const nothing = await fetch(`${gateway.url}/openai/deployments/my-model/nothing`, { method: 'POST' });
    expect(nothing.status).toBe(404);
  });

  it.each(['[]', '{', 'null', '{"model":"a","model":"b"}'])(
    'are told of a body that is none: %s',
    async (body) => {
      const reply = await fetch(`${gateway.url}/openai/deployments/my-model/chat/completions`, {
        method: 'POST',
        headers: { 'api-key': user.token, 'content-type': 'application/json' },
        body,
      });
      expect(reply.status).toBe(400);
      expect(received()).toEqual([]);
    },
  );
});
