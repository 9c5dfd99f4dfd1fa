import { readdir } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { join } from 'node:path';
import OpenAI, { toFile } from 'openai';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { anyDatabase } from '../../../../test/support/databases.ts';
import { sendJson } from '../../../../test/support/fake-upstream.ts';
import {
  type SeededUser,
  startTestGateway,
  type TestGateway,
} from '../../../../test/support/test-gateway.ts';

/** Silence as WAV: 8 000 bytes a second. */
function wavOf(seconds: number): Buffer {
  const samples = Buffer.alloc(Math.floor(8_000 * seconds), 128);
  const head = Buffer.alloc(44);
  head.write('RIFF', 0);
  head.writeUInt32LE(36 + samples.length, 4);
  head.write('WAVEfmt ', 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(8_000, 24);
  head.writeUInt32LE(8_000, 28);
  head.writeUInt16LE(1, 32);
  head.writeUInt16LE(8, 34);
  head.write('data', 36);
  head.writeUInt32LE(samples.length, 40);
  return Buffer.concat([head, samples]);
}

const short = wavOf(3);
const long = wavOf(60);

describe.each(anyDatabase)('calls with sound on $name', ({ open }) => {
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
    await gateway.seed.price({
      ...{ model: 'm', input: 0, output: 0 },
      parts: { units: [{ kind: 'second', variant: '', price: 0.05 }] },
    });
  });
  afterEach(async () => {
    await gateway.stop();
    await drop();
  });

  const answers = (body: object) =>
    gateway.upstream(channel).does((response) => sendJson(response, 200, JSON.stringify(body)));
  const fileOf = (bytes: Buffer, name = 'Grüße "1".wav') => toFile(bytes, name, { type: 'audio/wav' });
  const uploads = () => readdir(join(gateway.dataDir, 'uploads')).catch(() => []);

  it.each([
    ['in memory', short],
    ['on the disk', long],
  ])('gives the vendor fields and file as they came, %s', async (_where, bytes) => {
    answers({ text: 'Hello', usage: { type: 'duration', seconds: 3 } });
    const answer = await client.audio.transcriptions.create({
      ...{ model: 'm', file: await fileOf(bytes), language: 'de', prompt: 'Grüße' },
      timestamp_granularities: ['word', 'segment'],
    });
    expect(answer).toMatchObject({ text: 'Hello' });
    const [received] = gateway.upstream(channel).received;
    expect(received?.path).toBe('/v1/audio/transcriptions');
    expect(received?.headers.authorization).toBe('Bearer upstream-key');
    expect(received?.body).toMatchObject({
      ...{ model: 'm', language: 'de', prompt: 'Grüße', 'timestamp_granularities[]': ['word', 'segment'] },
      file: { filename: 'Grüße "1".wav', type: 'audio/wav' },
    });
    expect((received?.body.file as { bytes: Buffer } | undefined)?.bytes.equals(bytes)).toBe(true);
    // Three seconds at 50 points.
    expect(await gateway.logRowsOf(user)).toMatchObject([{ quota: 150 }]);
    expect(await uploads()).toEqual([]);
  });

  it.each([
    ['more than its bytes can be', 100_000, 3 * 50, ['unit_exceeds_call']],
    ['more than the file says, but no more than its bytes may be', 200, 200 * 50, undefined],
  ])('of a vendor that tells %s charges what can be true', async (_what, seconds, quota, usage_flags) => {
    answers({ text: 'Hello', usage: { type: 'duration', seconds } });
    await client.audio.transcriptions.create({ model: 'm', file: await fileOf(short) });
    const [row] = await gateway.logRowsOf(user);
    expect(row?.quota).toBe(quota);
    expect(row?.metadata?.usage_flags).toEqual(usage_flags);
  });

  it('charges the file’s own length where the vendor tells none', async () => {
    gateway.upstream(channel).does((response) => {
      response.writeHead(200, { 'content-type': 'text/plain; charset=utf-8' });
      response.end('1\n00:00:00,000 --> 00:00:03,000\nHello\n');
    });
    const answer = await client.audio.transcriptions.create({
      ...{ model: 'm', file: await fileOf(long), response_format: 'srt' as const },
    });
    expect(answer).toContain('Hello');
    expect(await gateway.logRowsOf(user)).toMatchObject([{ quota: 3_000 }]);
  });

  it('asks another channel with the same file', async () => {
    const broken = await gateway.seed.channel({ model: 'm', priority: 9 });
    gateway.upstream(broken).answers(500);
    answers({ text: 'Hello', duration: 2.1 });
    await client.audio.transcriptions.create({ model: 'm', file: await fileOf(long) });
    const sent = [broken, channel].map(
      (one) => gateway.upstream(one).received[0]?.body.file as { bytes: Buffer } | undefined,
    );
    expect(sent.every((file) => file?.bytes.equals(long))).toBe(true);
    expect(await gateway.logRowsOf(user)).toMatchObject([{ quota: 150 }]);
  });

  it('names the mapped model to the vendor', async () => {
    for (const model of ['mine', 'whisper-large']) await gateway.seed.price({ model, input: 0, output: 0 });
    const mapped = await gateway.seed.channel({ model: 'mine', mapping: { mine: 'whisper-large' } });
    gateway.upstream(mapped).does((response) => sendJson(response, 200, JSON.stringify({ text: 'Hello' })));
    await client.audio.translations.create({ model: 'mine', file: await fileOf(short) });
    expect(gateway.upstream(mapped).received).toMatchObject([
      { path: '/v1/audio/translations', body: { model: 'whisper-large' } },
    ]);
  });

  it('streams what is heard, and charges its tokens', async () => {
    await gateway.seed.price({ model: 't', input: 1, output: 4 });
    const streaming = await gateway.seed.channel({ model: 't' });
    const usage = {
      ...{ type: 'tokens', input_tokens: 30, output_tokens: 5, total_tokens: 35 },
      input_token_details: { text_tokens: 0, audio_tokens: 30 },
    };
    gateway
      .upstream(streaming)
      .streams([
        event({ type: 'transcript.text.delta', delta: 'Hel' }),
        event({ type: 'transcript.text.delta', delta: 'lo' }),
        event({ type: 'transcript.text.done', text: 'Hello', usage }),
      ]);
    const stream = await client.audio.transcriptions.create({
      ...{ model: 't', file: await fileOf(short), stream: true as const },
    });
    const types = [];
    for await (const part of stream) types.push(part.type);
    expect(types).toEqual(['transcript.text.delta', 'transcript.text.delta', 'transcript.text.done']);
    expect(await gateway.logRowsOf(user)).toMatchObject([{ prompt_tokens: 30, completion_tokens: 5 }]);
  });

  it.each([
    ['no form', { 'content-type': 'multipart/form-data' }, 'x', 'request.malformed_form'],
    [
      'cut in the middle',
      { 'content-type': 'multipart/form-data; boundary=b' },
      formOf('m').slice(0, -9),
      'request.malformed_form',
    ],
    [
      'without a file',
      { 'content-type': 'multipart/form-data; boundary=b' },
      formOf('m', ''),
      'request.invalid',
    ],
    ['JSON', { 'content-type': 'application/json' }, '{"model":"m"}', 'request.invalid'],
  ])('refuses a body that is %s', async (_what, headers, body, code) => {
    const reply = await fetch(`${gateway.url}/v1/audio/transcriptions`, {
      method: 'POST',
      headers: { ...headers, authorization: `Bearer ${user.token}` },
      body,
    });
    expect(reply.status).toBe(400);
    expect(reply.headers.get('x-error-code')).toBe(code);
    expect(gateway.upstream(channel).received).toEqual([]);
    expect(gateway.core.relay.uploads.budget.heldBytes).toBe(0);
  });

  it('takes a file before the model’s name', async () => {
    answers({ text: 'Hello', duration: 1 });
    const reply = await fetch(`${gateway.url}/v1/audio/transcriptions`, {
      method: 'POST',
      headers: { 'content-type': 'multipart/form-data; boundary=b', authorization: `Bearer ${user.token}` },
      body: formOf('m', 'sound', { isFileFirst: true }),
    });
    expect(await reply.json()).toMatchObject({ text: 'Hello' });
  });

  it('leaves nothing behind of a caller who goes in the middle', async () => {
    const left = httpRequest(`${gateway.url}/v1/audio/transcriptions`, {
      method: 'POST',
      headers: { 'content-type': 'multipart/form-data; boundary=b', authorization: `Bearer ${user.token}` },
    });
    left.on('error', () => {});
    left.write(formOf('m', 'x'.repeat(500_000)).slice(0, 400_000));
    const { budget } = gateway.core.relay.uploads;
    await vi.waitFor(() => expect(budget.heldBytes).toBeGreaterThan(300_000));
    left.destroy();
    await vi.waitFor(() => expect(budget.heldBytes).toBe(0));
    expect(await uploads()).toEqual([]);
    expect(gateway.core.quotaBook.heldPoints()).toBe(0);
  });

  it('refuses a large file of somebody who cannot pay for any', async () => {
    const poor = await gateway.seed.user({ quota: 0 });
    const call = new OpenAI({ apiKey: poor.token, baseURL: `${gateway.url}/v1`, maxRetries: 0 });
    await expect(
      call.audio.transcriptions.create({ model: 'm', file: await fileOf(long) }),
    ).rejects.toMatchObject({ code: 'insufficient_quota' });
  });

  it('holds what its length can cost', async () => {
    const poor = await gateway.seed.user({ quota: 2_999 });
    const call = new OpenAI({ apiKey: poor.token, baseURL: `${gateway.url}/v1`, maxRetries: 0 });
    await expect(
      call.audio.transcriptions.create({ model: 'm', file: await fileOf(long) }),
    ).rejects.toMatchObject({ code: 'insufficient_quota' });
    expect(gateway.upstream(channel).received).toEqual([]);
  });
});

describe('calls that change pictures', () => {
  let gateway: TestGateway;
  let user: SeededUser;

  beforeEach(async () => {
    gateway = await startTestGateway();
    user = await gateway.seed.user({ quota: 1_000_000 });
    await gateway.seed.price({
      ...{ model: 'm', input: 0, output: 0 },
      parts: { units: [{ kind: 'image', variant: '', price: 10 }] },
    });
  });
  afterEach(() => gateway.stop());

  it('pass several pictures and a mask, and are charged by the picture', async () => {
    const channel = await gateway.seed.channel({ model: 'm' });
    const client = new OpenAI({ apiKey: user.token, baseURL: `${gateway.url}/v1`, maxRetries: 0 });
    gateway
      .upstream(channel)
      .does((response) =>
        sendJson(response, 200, JSON.stringify({ created: 1, data: [{ b64_json: 'A' }, { b64_json: 'B' }] })),
      );
    const picture = await toFile(Buffer.alloc(1000, 1), 'a.png', { type: 'image/png' });
    const answer = await client.images.edit({
      ...{ model: 'm', prompt: 'A hat', n: 2, size: '1024x1024' },
      ...{ image: [picture, picture], mask: picture },
    });
    expect(answer.data).toHaveLength(2);
    const [received] = gateway.upstream(channel).received;
    expect(received).toMatchObject({
      path: '/v1/images/edits',
      body: { model: 'm', prompt: 'A hat', n: '2', mask: { filename: 'a.png' } },
    });
    expect(received?.body['image[]']).toHaveLength(2);
    expect(await gateway.quotaOf(user)).toBe(980_000);
    await client.images.createVariation({ model: 'm', image: picture });
    expect(gateway.upstream(channel).received[1]?.path).toBe('/v1/images/variations');
    await expect(client.images.edit({ model: 'm', prompt: 'x', n: 0, image: picture })).rejects.toMatchObject(
      {
        status: 400,
      },
    );
  });
});

const event = (members: { type: string; [name: string]: unknown }): string =>
  `event: ${members.type}\ndata: ${JSON.stringify(members)}\n\n`;

function formOf(model: string, file = 'sound', { isFileFirst = false } = {}): string {
  const parts = [
    `--b\r\ncontent-disposition: form-data; name="model"\r\n\r\n${model}\r\n`,
    file === ''
      ? ''
      : `--b\r\ncontent-disposition: form-data; name="file"; filename="a.mp3"\r\ncontent-type: audio/mpeg\r\n\r\n${file}\r\n`,
  ];
  return `${(isFileFirst ? parts.reverse() : parts).join('')}--b--\r\n`;
}
