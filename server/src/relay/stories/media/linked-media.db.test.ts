import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FakeUpstream } from '../../../../test/support/fake-upstream.ts';
import { redPng, startPictureHost } from '../../../../test/support/picture-host.ts';
import {
  type SeededUser,
  startTestGateway,
  type TestGateway,
} from '../../../../test/support/test-gateway.ts';
import { guardedFetch } from '../../../platform/net/guarded-fetch.ts';

const MOONSHOT = 29;
const OLLAMA = 39;
const BEDROCK = 32;
const GEMINI = 25;
const RED = redPng.toString('base64');
const PDF = Buffer.from('%PDF-1.4\n%%EOF');
const CLAUDE = 'us.anthropic.claude-haiku-4-5-20251001-v1:0';
const NOVA = 'us.amazon.nova-2-lite-v1:0';
const MODELS = ['kimi-k3', 'gemini-2.0-flash', 'gemini-2.5-flash', 'llava', CLAUDE, NOVA, 'gpt-5'];

describe('what a request names by an address', () => {
  let gateway: TestGateway;
  let host: Awaited<ReturnType<typeof startPictureHost>>;
  let vendor: FakeUpstream;
  let user: SeededUser;
  let fetching: typeof guardedFetch;

  beforeEach(async () => {
    host = await startPictureHost({ '/red.png': redPng, '/a%20paper.pdf': PDF, '/page': '<html></html>' });
    fetching = host.guardedFetch;
    gateway = await startTestGateway({ guardedFetch: (url, limits) => fetching(url, limits) });
    vendor = await FakeUpstream.start({ refuses: () => null });
    user = await gateway.seed.user({ quota: 100_000_000 });
    for (const model of MODELS) await gateway.seed.price({ model, input: 1, output: 1 });
  });
  afterEach(async () => {
    await vendor.stop();
    await gateway.stop();
    await host.stop();
  });

  const channel = (type: number, model: string, rest: object = {}) =>
    gateway.seed.channel({ type, model, baseUrl: vendor.url, ...rest });
  const bedrock = (model: string) => channel(BEDROCK, model, { channelKey: 'us-east-1|api-key' });
  const picture = (url: string) => ({ type: 'image_url', image_url: { url, detail: 'low' } });
  const chat = (model: string, ...content: object[]) =>
    gateway.post(user.token, { model, messages: [{ role: 'user', content }] });
  const ask = (path: string, body: object) => gateway.post(user.token, body, { path });
  const sent = () => vendor.received.at(-1)?.body as never;
  const errorOf = async (reply: Response) => JSON.stringify(await reply.json());

  it('reaches a vendor that reads no addresses as bytes, beside everything else as it was', async () => {
    await channel(MOONSHOT, 'kimi-k3');
    const reply = await chat(
      'kimi-k3',
      { type: 'text', text: 'What is this?' },
      picture(`${host.url}/red.png`),
      picture(`data:image/png;base64,${RED}`),
      picture(`${host.url}/red.png`),
    );

    expect(reply.status).toBe(200);
    expect(reply.headers.get('x-turnpike-conversion')).toBe('renamed=image_url');
    expect(sent()).toEqual({
      model: 'kimi-k3',
      messages: [
        {
          role: 'user',
          content: [
            { type: 'text', text: 'What is this?' },
            picture(`data:image/png;base64,${RED}`),
            picture(`data:image/png;base64,${RED}`),
            picture(`data:image/png;base64,${RED}`),
          ],
        },
      ],
    });
    expect(host.asked).toEqual(['/red.png']);
    expect((await gateway.logRowsOf(user))[0]?.metadata).toMatchObject({
      conversion: { fields: [{ fate: 'renamed', field: 'image_url' }] },
    });
  });

  it.each(['HTTP://', ' http://', '\n Http://'])(
    'is fetched by a scheme that is written as %j',
    async (scheme) => {
      await channel(OLLAMA, 'llava');
      const part = picture(`${host.url.replace('http://', scheme)}/red.png`);
      const inlined = { messages: [{ content: [picture(`data:image/png;base64,${RED}`)] }] };
      await chat('llava', part);
      expect(sent()).toMatchObject(inlined);

      await channel(GEMINI, 'gemini-2.0-flash');
      await channel(GEMINI, 'gemini-2.5-flash');
      await chat('gemini-2.0-flash', part);
      expect(sent()).toMatchObject({
        contents: [{ parts: [{ inlineData: { mimeType: 'image/png', data: RED } }] }],
      });
      await chat('gemini-2.5-flash', part);
      expect(sent()).toMatchObject({
        contents: [{ parts: [{ fileData: { fileUri: `${host.url}/red.png` } }] }],
      });
    },
  );

  it.each([
    ['as bytes, as a data address', { type: 'image_url', image_url: `data:image/png;base64,${RED}` }],
    ['in a text', { type: 'text', text: '{"url":"http://127.0.0.1/red.png"}' }],
  ])('is not looked for where there is none: %s', async (_what, part) => {
    await channel(MOONSHOT, 'kimi-k3');
    const body = `{"model":"kimi-k3" , "messages":[{"role":"user","content":[${JSON.stringify(part)},"http:"]}]}`;
    await gateway.post(user.token, body);
    expect(vendor.received.at(-1)?.rawBody).toBe(body);
    expect(host.asked).toEqual([]);
  });

  it('is not fetched for a vendor that reads addresses', async () => {
    await gateway.seed.channel({ model: 'gpt-5', type: 1, baseUrl: vendor.url });
    await channel(GEMINI, 'gemini-2.5-flash');
    const part = picture(`${host.url}/red.png`);
    await chat('gpt-5', part);
    expect(sent()).toMatchObject({ messages: [{ content: [part] }] });
    await chat('gemini-2.5-flash', part);
    expect(JSON.stringify(sent())).toContain(`"fileUri":"${host.url}/red.png"`);
    expect(host.asked).toEqual([]);
  });

  it('reaches an older model of Google and Converse from any dialect', async () => {
    await channel(GEMINI, 'gemini-2.0-flash');
    await bedrock(NOVA);
    await chat('gemini-2.0-flash', picture(`${host.url}/red.png`));
    expect(sent()).toMatchObject({
      contents: [{ parts: [{ inlineData: { mimeType: 'image/png', data: RED } }] }],
    });
    const file = { type: 'input_file', file_url: `${host.url}/a%20paper.pdf` };
    await ask('/v1/responses', { model: NOVA, input: [{ role: 'user', content: [file] }] });
    expect(sent()).toMatchObject({
      messages: [
        {
          content: [
            expect.objectContaining({
              document: {
                ...{ format: 'pdf', name: 'a paper pdf' },
                source: { bytes: PDF.toString('base64') },
              },
            }),
            expect.anything(),
          ],
        },
      ],
    });
  });

  it('reaches a chat upstream as the file that such requests hold', async () => {
    await gateway.seed.channel({ model: 'gpt-5', type: 8, baseUrl: vendor.url });
    const document = { type: 'document', source: { type: 'url', url: `${host.url}/a%20paper.pdf` } };
    await ask('/v1/messages', {
      ...{ model: 'gpt-5', max_tokens: 9 },
      messages: [{ role: 'user', content: [document] }],
    });
    const file = {
      filename: 'a paper.pdf',
      file_data: `data:application/pdf;base64,${PDF.toString('base64')}`,
    };
    expect(sent()).toMatchObject({ messages: [{ content: [{ type: 'file', file }] }] });
  });

  it('is found in results of tools, and in blocks that hold others', async () => {
    await bedrock(CLAUDE);
    await channel(OLLAMA, 'llava');
    const image = { type: 'image', source: { type: 'url', url: `${host.url}/red.png` } };
    const own = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: RED } };
    const turns = (block: object) => [
      { role: 'user', content: 'x' },
      { role: 'assistant', content: [{ type: 'tool_use', id: 't', name: 'f', input: {} }] },
      {
        role: 'user',
        content: [{ type: 'tool_result', tool_use_id: 't', content: [block] }, block],
      },
    ];
    await ask('/v1/messages', { model: CLAUDE, max_tokens: 9, messages: turns(image) });
    expect(sent()).toMatchObject({ messages: turns(own) });

    const output = (image_url: string) => [
      { type: 'function_call', call_id: 'c', name: 'f', arguments: '{}' },
      { type: 'function_call_output', call_id: 'c', output: [{ type: 'input_image', image_url }] },
    ];
    await ask('/v1/responses', { model: 'llava', input: output(`${host.url}/red.png`) });
    expect(sent()).toMatchObject({ input: output(`data:image/png;base64,${RED}`) });
  });

  it('may be longer than what is parsed', async () => {
    const path = `/red.png?${'s'.repeat(3000)}`;
    host.files[path] = redPng;
    await channel(MOONSHOT, 'kimi-k3');
    await channel(GEMINI, 'gemini-2.0-flash');
    await channel(GEMINI, 'gemini-2.5-flash');
    await chat('kimi-k3', picture(host.url + path));
    expect(JSON.stringify(sent())).toContain(RED);
    await chat('gemini-2.0-flash', picture(host.url + path));
    expect(JSON.stringify(sent())).toContain(RED);
    await chat('gemini-2.5-flash', picture(host.url + path));
    expect(JSON.stringify(sent())).toContain(`"fileUri":"${host.url}${path}"`);
  });

  it.each([
    ['that nobody answers', '/nothing.png', 'unreachable_image_url'],
    ['that is no picture', '/page', 'unreadable_image_url'],
  ])('is refused, free of charge, where it is one %s', async (_what, path, code) => {
    await channel(MOONSHOT, 'kimi-k3');
    const reply = await chat('kimi-k3', picture(host.url + path), picture(`${host.url}/red.png`));
    expect(reply.status).toBe(400);
    expect(await errorOf(reply)).toContain(`messages.content: ${code}`);
    expect(vendor.received).toHaveLength(0);
    expect(await gateway.quotaOf(user)).toBe(100_000_000);
    expect(gateway.core.relay.bodyBudget.heldBytes).toBe(0);
  });

  it('is no picture because it is a file elsewhere in the request', async () => {
    await bedrock(CLAUDE);
    const source = { type: 'url', url: `${host.url}/a%20paper.pdf` };
    const content = [
      { type: 'document', source },
      { type: 'image', source },
    ];
    const messages = [{ role: 'user', content }];
    const reply = await ask('/v1/messages', { model: CLAUDE, max_tokens: 9, messages });
    expect(await errorOf(reply)).toContain('messages.content: unreadable_image_url');
  });

  it('is never one of a private network', async () => {
    fetching = guardedFetch;
    await channel(MOONSHOT, 'kimi-k3');
    for (const url of [`${host.url}/red.png`, 'http://localhost:3000/', 'http://169.254.169.254/a']) {
      const reply = await chat('kimi-k3', picture(url));
      expect(reply.status).toBe(400);
      expect(await errorOf(reply)).toContain('unreachable_image_url');
    }
    expect(host.asked).toEqual([]);
  });

  it('is bounded in number, in bytes and by the memory of its user', async () => {
    await channel(MOONSHOT, 'kimi-k3');
    const many = Array.from({ length: 33 }, (_, at) => picture(`${host.url}/red.png?${at}`));
    expect(await errorOf(await chat('kimi-k3', ...many))).toContain('too_many_urls');
    expect(host.asked).toEqual([]);

    const large = Buffer.concat([redPng, Buffer.alloc(15 * 2 ** 20)]);
    for (const name of ['a', 'b', 'c']) host.files[`/${name}`] = large;
    const three = ['a', 'b', 'c'].map((name) => picture(`${host.url}/${name}`));
    expect((await chat('kimi-k3', ...three)).status).toBe(413);
    host.files['/huge'] = Buffer.alloc(21 * 2 ** 20);
    expect(await errorOf(await chat('kimi-k3', picture(`${host.url}/huge`)))).toContain(
      'too_large_image_url',
    );

    const full = gateway.core.relay.bodyBudget.open(user.id);
    full.take(2 ** 26 - 2 ** 20);
    const reply = await chat('kimi-k3', picture(`${host.url}/a`));
    expect([reply.status, reply.headers.get('x-error-code')]).toEqual([429, 'rate.body_bytes']);
    full.release();
    expect(gateway.core.relay.bodyBudget.heldBytes).toBe(0);
    expect(vendor.received).toHaveLength(0);
    expect((await chat('kimi-k3', picture(`${host.url}/a`))).status).toBe(200);
    expect(JSON.stringify(sent())).toContain(large.toString('base64'));
  });

  it('is asked for no longer when its caller leaves', async () => {
    let aborted: (() => void) | null = null;
    const left = new Promise<void>((resolve) => {
      aborted = resolve;
    });
    const asked = Promise.withResolvers<void>();
    fetching = (_url, { signal }) =>
      new Promise((_resolve, reject) => {
        asked.resolve();
        signal.addEventListener('abort', () => {
          aborted?.();
          reject(signal.reason);
        });
      });
    await channel(MOONSHOT, 'kimi-k3');
    const caller = new AbortController();
    const reply = gateway.post(
      user.token,
      { model: 'kimi-k3', messages: [{ role: 'user', content: [picture(`${host.url}/red.png`)] }] },
      { signal: caller.signal },
    );
    await asked.promise;
    caller.abort();
    await expect(reply).rejects.toThrow();
    await left;
    await expect.poll(() => gateway.core.relay.bodyBudget.heldBytes).toBe(0);
    await expect.poll(() => gateway.core.quotaBook.heldPoints()).toBe(0);
    expect(await gateway.quotaOf(user)).toBe(100_000_000);
  });
});
