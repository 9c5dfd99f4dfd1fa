import OpenAI from 'openai';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { anyDatabase } from '../../../../test/support/databases.ts';
import { sendJson } from '../../../../test/support/fake-upstream.ts';
import {
  type SeededUser,
  startTestGateway,
  type TestGateway,
} from '../../../../test/support/test-gateway.ts';

const SOUND = Buffer.from(Array.from({ length: 200_000 }, (_, at) => at % 251));

describe.each(anyDatabase)('calls for speech on $name', ({ open }) => {
  let gateway: TestGateway;
  let user: SeededUser;
  let channel: { id: number };
  let client: OpenAI;
  let drop: () => Promise<void>;

  beforeEach(async () => {
    const database = await open();
    drop = database.drop;
    gateway = await startTestGateway({ databaseUrl: database.url });
    user = await gateway.seed.user({ quota: 1_000_000 });
    channel = await gateway.seed.channel({ model: 'm' });
    client = new OpenAI({ apiKey: user.token, baseURL: `${gateway.url}/v1`, maxRetries: 0 });
  });
  afterEach(async () => {
    await gateway.stop();
    await drop();
  });

  const isPricedByCharacter = () =>
    gateway.seed.price({
      ...{ model: 'm', input: 0, output: 0 },
      parts: { units: [{ kind: 'character', variant: '', price: 0.0075 }] },
    });
  const plays = (type = 'audio/mpeg') =>
    gateway.upstream(channel).does((response) => {
      response.writeHead(200, { 'content-type': type });
      for (let at = 0; at < SOUND.length; at += 20_000) response.write(SOUND.subarray(at, at + 20_000));
      response.end();
    });
  const speak = (input: string) => client.audio.speech.create({ model: 'm', voice: 'alloy', input });

  it('passes the sound on as it came and charges each character once', async () => {
    await isPricedByCharacter();
    plays();
    const answer = await speak('Hé 世界🙂');
    expect(answer.headers.get('content-type')).toBe('audio/mpeg');
    expect(Buffer.from(await answer.arrayBuffer()).equals(SOUND)).toBe(true);
    expect(gateway.upstream(channel).received).toMatchObject([
      { path: '/v1/audio/speech', body: { model: 'm', voice: 'alloy', input: 'Hé 世界🙂' } },
    ]);
    // Six characters at 7.5 points, rounded up once.
    expect(await gateway.logRowsOf(user)).toMatchObject([{ quota: 45 }]);
    expect(await gateway.quotaOf(user)).toBe(1_000_000 - 45);
  });

  it('passes sound in events, and charges the usage of the last one', async () => {
    await gateway.seed.price({ model: 'm', input: 1, output: 20 });
    const events = [
      { type: 'speech.audio.delta', audio: SOUND.toString('base64', 0, 3_000) },
      { type: 'speech.audio.delta', audio: SOUND.toString('base64', 3_000, 6_000) },
      { type: 'speech.audio.done', usage: { input_tokens: 14, output_tokens: 101, total_tokens: 115 } },
    ].map((event) => `data: ${JSON.stringify(event)}\n\n`);
    gateway.upstream(channel).does((response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      for (const event of events) response.write(event);
      response.end();
    });
    const ask = { model: 'm', voice: 'alloy', input: 'Hello', stream_format: 'sse' } as const;
    const answer = await client.audio.speech.create(ask);
    expect(answer.headers.get('content-type')).toContain('text/event-stream');
    expect(await answer.text()).toBe(events.join(''));
    expect(await gateway.logRowsOf(user)).toMatchObject([
      // Sound costs 40 times as much as text where a price does not say otherwise.
      { prompt_tokens: 14, completion_tokens: 101, quota: 14 + 20 * 40 * 101 },
    ]);

    plays();
    const file = await client.audio.speech.create(ask);
    expect(Buffer.from(await file.arrayBuffer()).equals(SOUND)).toBe(true);
  });

  it('estimates the sound where it is priced by tokens', async () => {
    await gateway.seed.price({ model: 'm', input: 1, output: 20 });
    plays('audio/wav');
    await (await speak('Hello')).arrayBuffer();
    const [row] = await gateway.logRowsOf(user);
    // 200 000 bytes are 4.2 seconds of 20 tokens.
    expect(row?.completion_tokens).toBe(84);
    expect(row?.metadata?.estimated).toBe(true);
  });

  it('asks another channel where the first has no sound', async () => {
    await isPricedByCharacter();
    const broken = await gateway.seed.channel({ model: 'm', priority: 9 });
    plays();
    for (const type of ['text/html', 'application/json', 'audio/mpeg']) {
      gateway.upstream(broken).does((response) => {
        response.writeHead(200, { 'content-type': type });
        response.end(type === 'audio/mpeg' ? '' : '{"error":"none"}');
      });
      const answer = await speak('Hi');
      expect(Buffer.from(await answer.arrayBuffer()).equals(SOUND)).toBe(true);
    }
    expect(await gateway.quotaOf(user)).toBe(1_000_000 - 3 * 15);
  });

  it('that breaks in the middle breaks for the caller too, and is charged', async () => {
    await isPricedByCharacter();
    gateway.upstream(channel).does((response) => {
      response.writeHead(200, { 'content-type': 'audio/mpeg', 'content-length': '900000' });
      response.write(SOUND);
      setTimeout(() => response.destroy(), 50);
    });
    const answer = await speak('Hello');
    await expect(answer.arrayBuffer()).rejects.toThrow();
    await vi.waitFor(async () => expect(await gateway.logRowsOf(user)).toHaveLength(1));
    expect(await gateway.logRowsOf(user)).toMatchObject([{ ended_by: 'upstream' }]);
    expect(gateway.core.quotaBook.heldPoints()).toBe(0);
  });

  it('is refused without a text, or with a balance that does not pay for it', async () => {
    await isPricedByCharacter();
    plays();
    await expect(speak('')).rejects.toMatchObject({ status: 400 });
    const poor = await gateway.seed.user({ quota: 7 });
    const call = new OpenAI({ apiKey: poor.token, baseURL: `${gateway.url}/v1`, maxRetries: 0 });
    await expect(call.audio.speech.create({ model: 'm', voice: 'alloy', input: 'x' })).rejects.toMatchObject({
      code: 'insufficient_quota',
    });
    expect(gateway.upstream(channel).received).toHaveLength(0);
  });

  it('tells what the vendor said of an error', async () => {
    await isPricedByCharacter();
    gateway
      .upstream(channel)
      .does((response) =>
        sendJson(response, 400, JSON.stringify({ error: { message: 'No such voice', param: 'voice' } })),
      );
    await expect(speak('Hi')).rejects.toMatchObject({ status: 400 });
    expect(await gateway.quotaOf(user)).toBe(1_000_000);
  });
});
