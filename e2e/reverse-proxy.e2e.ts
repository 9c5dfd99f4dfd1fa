import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect } from 'node:http2';
import { type RequestOptions, request } from 'node:https';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { readSettings } from '../server/src/settings/settings.ts';
import { FakeUpstream, framedEvents, sendJson } from '../server/test/support/fake-upstream.ts';
import { RealtimeUpstream } from '../server/test/upstreams/realtime-upstream.ts';
import { nginxPath, startNginx } from './support/nginx-process.ts';
import { eventually, PASSWORD, ROOT_NAME, startSite, type Visitor } from './support/site.ts';
import { cert } from './support/tls-front.ts';
import type { TurnpikeProcess } from './support/turnpike-process.ts';

const MIB = 2 ** 20;
/** More than a body without files may have. */
const FILE_BYTES = 36 * MIB;
/** Another than the proxy's own; every address of 127.0.0.0/8 is there on Linux alone. */
const CALLER = '127.0.0.2';
const FORM_HEAD =
  '--b\r\ncontent-disposition: form-data; name="model"\r\n\r\nhears\r\n' +
  '--b\r\ncontent-disposition: form-data; name="file"; filename="a.mp3"\r\ncontent-type: audio/mpeg\r\n\r\n';
const chat = JSON.stringify({ model: 'm', stream: true, messages: [{ role: 'user', content: 'Hi' }] });

const guide = readFileSync(new URL('../docs/guides/reverse-proxy.md', import.meta.url), 'utf8');
const sampleOf = (language: string): string =>
  guide.split(`\`\`\`${language}\n`)[1]?.split('```')[0] ?? `no sample of ${language}`;
const sample = sampleOf('nginx');

describe('the limits of the samples', () => {
  const settings = readSettings({});
  const numberIn = (from: string, name: RegExp): number => Number(name.exec(from)?.[1]);

  it('take the largest form that Turnpike takes', () => {
    expect(numberIn(sample, /client_max_body_size (\d+)m;/) * MIB).toBe(settings.uploadLimitBytes);
    expect(numberIn(sampleOf('caddyfile'), /max_size (\d+)MiB/) * MIB).toBe(settings.uploadLimitBytes);
  });

  it.each(['proxy_read_timeout', 'proxy_send_timeout'])('leave the end of a call to Turnpike: %s', (name) => {
    const seconds = numberIn(sample, new RegExp(`${name} (\\d+)s;`));
    expect(seconds * 1000).toBeGreaterThan(settings.timeouts.totalMs);
  });
});

if (nginxPath === null) console.info('Skipped: the sample for nginx, because no nginx is installed.');

describe.skipIf(nginxPath === null)('the sample for nginx (needs nginx)', () => {
  let turnpike: TurnpikeProcess;
  let root: Visitor;
  let upstream: FakeUpstream;
  let voice: RealtimeUpstream;
  let nginx: Awaited<ReturnType<typeof startNginx>>;
  let authorization: string;

  beforeAll(async () => {
    [upstream, voice] = await Promise.all([FakeUpstream.start(), RealtimeUpstream.start()]);
    voice.path = '/v1/realtime?model=voice';
    ({ turnpike, root } = await startSite({ env: { TURNPIKE_TRUSTED_PROXIES: '127.0.0.1' } }));
    await root.createChannel({ base_url: upstream.url, models: 'm,hears,who' });
    await root.createChannel({ type: 1, base_url: voice.url, models: 'voice' });
    for (const model of ['m', 'hears', 'who', 'voice']) await root.createPrice(model, 0.001, 0.001);
    authorization = `Bearer ${(await root.createToken()).key}`;
    nginx = await startNginx(sample, { upstreamPort: turnpike.port });
  });
  afterAll(async () => {
    await nginx?.stop();
    await turnpike.stop();
    await Promise.all([upstream.stop(), voice.stop()]);
  });

  const post = async (path: string, body: string | Buffer, { headers, ...options }: RequestOptions = {}) => {
    const call = request({
      ...{ method: 'POST', host: '127.0.0.1', port: nginx.port, path, ca: cert, agent: false },
      headers: { authorization, 'content-type': 'application/json', ...headers },
      ...options,
    });
    const answered = once(call, 'response');
    call.end(body);
    const [response] = await answered;
    return { response, status: response.statusCode, body: () => text(response) };
  };
  /** The stream's later half is not sent before `isSeen`. */
  const streamInHalves = (isSeen: () => boolean): void =>
    upstream.does(async (response) => {
      const events = framedEvents('openai-chat/hello.chunks.txt');
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      for (const event of events.slice(0, 2)) response.write(event);
      await eventually(async () => isSeen());
      for (const event of events.slice(2)) response.write(event);
      response.end();
    });

  it('lets a stream through piece by piece', async () => {
    let seen = '';
    streamInHalves(() => seen.includes('Hello'));
    const { response, status } = await post('/v1/chat/completions', chat);
    response.on('data', (piece: Buffer) => {
      seen += piece.toString();
    });
    await once(response, 'end');

    expect(status).toBe(200);
    expect(seen.endsWith('data: [DONE]\n\n')).toBe(true);
  });

  it('lets a stream through piece by piece with HTTP/2', async () => {
    let seen = '';
    streamInHalves(() => seen.includes('Hello'));
    const session = connect(`https://127.0.0.1:${nginx.port}`, { ca: cert });
    const call = session.request({
      ...{ ':method': 'POST', ':path': '/v1/chat/completions' },
      ...{ authorization, 'content-type': 'application/json' },
    });
    call.on('data', (piece: Buffer) => {
      seen += piece.toString();
    });
    call.end(chat);
    await once(call, 'end');
    session.close();

    expect(seen.endsWith('data: [DONE]\n\n')).toBe(true);
  });

  it('lets a conversation through', async () => {
    const caller = new WebSocket(`wss://127.0.0.1:${nginx.port}/v1/realtime?model=voice`, {
      headers: { authorization },
      ca: cert,
    });
    const upgraded = once(caller, 'upgrade');
    const first = once(caller, 'message');

    expect((await upgraded)[0]).toMatchObject({ statusCode: 101 });
    expect(JSON.parse(String((await first)[0]))).toMatchObject({ type: 'session.created' });
    caller.send(JSON.stringify({ type: 'input_audio_buffer.clear' }));
    await eventually(async () => voice.received.length === 1);
    caller.close();
    await once(caller, 'close');
  });

  it('lets a large form through', async () => {
    upstream.does((response) => sendJson(response, 200, '{"text":"Hello","duration":60}'));
    const form = Buffer.concat([
      Buffer.from(FORM_HEAD),
      Buffer.alloc(FILE_BYTES, 'x'),
      Buffer.from('\r\n--b--\r\n'),
    ]);
    const { status, body } = await post('/v1/audio/transcriptions', form, {
      headers: { 'content-type': 'multipart/form-data; boundary=b' },
    });

    expect([status, await body()]).toEqual([200, expect.stringContaining('Hello')]);
    const file = upstream.received.at(-1)?.body.file as { bytes: Buffer } | undefined;
    expect(file?.bytes.length).toBe(FILE_BYTES);
  });

  it.skipIf(process.platform !== 'linux')('says who calls, and does not take the caller’s word', async () => {
    upstream.plays('openai-chat/hello.json');
    const asked = JSON.stringify({ model: 'who', messages: [{ role: 'user', content: 'Hi' }] });
    const { body } = await post('/v1/chat/completions', asked, {
      headers: { 'x-forwarded-for': '203.0.113.9' },
      localAddress: CALLER,
    });
    expect(await body()).toContain('Hello');
    const row = await eventually(async () =>
      (await root.callRows()).find(({ model_name }) => model_name === 'who'),
    );

    expect(row.source_ip).toBe(CALLER);
  });

  it('lets the console sign in, with a cookie for TLS alone', async () => {
    const body = JSON.stringify({ username: ROOT_NAME, password: PASSWORD });
    const { response, status } = await post('/api/user/login', body, {
      headers: { origin: `https://127.0.0.1:${nginx.port}` },
    });
    response.resume();

    expect(status).toBe(200);
    expect(String(response.headers['set-cookie'])).toContain('Secure');
  });
});
