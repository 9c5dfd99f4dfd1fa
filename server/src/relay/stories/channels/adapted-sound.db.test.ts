import OpenAI, { toFile } from 'openai';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { anyDatabase } from '../../../../test/support/databases.ts';
import { sendJson } from '../../../../test/support/fake-upstream.ts';
import {
  type SeededUser,
  startTestGateway,
  type TestGateway,
} from '../../../../test/support/test-gateway.ts';

const XAI = 56;
const MINIMAX = 27;
const answer = { text: 'Hello you', language: 'en', duration: 2.4, words: [] };

describe.each(anyDatabase)('sound of vendors that shape it otherwise, on $name', ({ open }) => {
  let gateway: TestGateway;
  let user: SeededUser;
  let client: OpenAI;
  let drop: () => Promise<void>;

  beforeEach(async () => {
    const database = await open();
    drop = database.drop;
    gateway = await startTestGateway({ databaseUrl: database.url });
    user = await gateway.seed.user({ quota: 1_000_000 });
    client = new OpenAI({ apiKey: user.token, baseURL: `${gateway.url}/v1`, maxRetries: 0 });
    await gateway.seed.price({
      ...{ model: 'stt', input: 0, output: 0 },
      parts: { units: [{ kind: 'second', variant: '', price: 0.05 }] },
    });
    await gateway.seed.price({
      ...{ model: 'tts', input: 0, output: 0 },
      parts: { units: [{ kind: 'character', variant: '', price: 0.01 }] },
    });
  });
  afterEach(async () => {
    await gateway.stop();
    await drop();
  });

  const heard = async () => {
    const channel = await gateway.seed.channel({ model: 'stt', type: XAI });
    gateway.upstream(channel).does((response) => sendJson(response, 200, JSON.stringify(answer)));
    return { model: 'stt', file: await toFile(Buffer.alloc(4_000), 'a.mp3') };
  };

  it('streams a transcription that the vendor answers whole, and charges its seconds', async () => {
    const stream = await client.audio.transcriptions.create({ ...(await heard()), stream: true as const });
    const events = [];
    for await (const event of stream) events.push(event);
    expect(events.at(-1)).toMatchObject({ type: 'transcript.text.done', text: 'Hello you' });
    // Three begun seconds at 50 points.
    expect(await gateway.logRowsOf(user)).toMatchObject([{ quota: 150 }]);
  });

  it('writes a transcription as text', async () => {
    const text = await client.audio.transcriptions.create({ ...(await heard()), response_format: 'text' });
    expect(text).toBe('Hello you\n');
  });

  it('asks another channel where an error comes with status 200', async () => {
    const [busy, free] = [
      await gateway.seed.channel({ model: 'tts', type: MINIMAX, priority: 2 }),
      await gateway.seed.channel({ model: 'tts', type: MINIMAX, priority: 1 }),
    ];
    const says = (channel: { id: number }, body: object) =>
      gateway.upstream(channel).does((response) => sendJson(response, 200, JSON.stringify(body)));
    says(busy, { base_resp: { status_code: 1002, status_msg: 'rate limit' } });
    says(free, { data: { audio: '494433' }, base_resp: { status_code: 0 } });

    const sound = await client.audio.speech.create({ model: 'tts', voice: 'alloy', input: 'Hello' });

    expect(sound.headers.get('content-type')).toBe('audio/mpeg');
    expect(await sound.text()).toBe('ID3');
    expect(await gateway.logRowsOf(user)).toMatchObject([{ channel_id: free.id, quota: 50 }]);
    expect(await gateway.quotaOf(user)).toBe(1_000_000 - 50);
  });

  it('names what the vendor does not have', async () => {
    await gateway.seed.channel({ model: 'tts', type: MINIMAX });
    const asked = { model: 'tts', voice: 'alloy', input: 'Hello', response_format: 'opus' } as const;
    await expect(client.audio.speech.create(asked)).rejects.toMatchObject({
      ...{ status: 400, param: 'response_format' },
    });
    expect(await gateway.quotaOf(user)).toBe(1_000_000);
  });
});
