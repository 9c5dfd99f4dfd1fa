import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { anyDatabase } from '../../../../test/support/databases.ts';
import { FakeUpstream } from '../../../../test/support/fake-upstream.ts';
import {
  type SeededUser,
  startTestGateway,
  type TestGateway,
} from '../../../../test/support/test-gateway.ts';

const CUSTOM = 8;
const ZHIPU = 16;
const DASHSCOPE = 17;
const AZURE_SPEECH = 24;
const GEMINI = 25;
const MINIMAX = 27;
const chat = { model: 'm', messages: [{ role: 'user', content: 'Hi' }] };
const own = { type: 'function', function: { name: 'f', parameters: { type: 'object', properties: {} } } };

describe.each(anyDatabase)('what a channel sets for its provider, on $name', ({ open }) => {
  let gateway: TestGateway;
  let user: SeededUser;
  let vendor: FakeUpstream;
  let drop: () => Promise<void>;

  beforeEach(async () => {
    const database = await open();
    drop = database.drop;
    gateway = await startTestGateway({ databaseUrl: database.url });
    user = await gateway.seed.user({ quota: 1_000_000 });
    await gateway.seed.price({ model: 'm', input: 1, output: 1 });
    vendor = await FakeUpstream.start({ refuses: () => null });
  });
  afterEach(async () => {
    await gateway.stop();
    await vendor.stop();
    await drop();
  });

  const channel = (type: number, plugin: object) =>
    gateway.seed.channel({ model: 'm', type, baseUrl: vendor.url, plugin: JSON.stringify(plugin) });
  const ask = async (body: object = chat, path = '/v1/chat/completions') => {
    const reply = await gateway.post(user.token, body, { path });
    await reply.text();
    return { status: reply.status, ...vendor.received.at(-1) };
  };

  it.each([
    [
      { retrieval: { knowledge_id: '17', prompt_template: 'P' }, web_search: { enable: true } },
      { type: 'retrieval', retrieval: { knowledge_id: '17', prompt_template: 'P' } },
    ],
    [{ retrieval: { knowledge_id: '17' } }, { type: 'retrieval', retrieval: { knowledge_id: '17' } }],
    [{ web_search: { enable: true } }, { type: 'web_search', web_search: { enable: true } }],
  ])('%j is a tool of Zhipu’s beside those of the caller', async (plugin, tool) => {
    await channel(ZHIPU, plugin);
    expect((await ask()).body).toMatchObject({ tools: [tool] });
    expect((await ask({ ...chat, tools: [own] })).body).toMatchObject({ tools: [own, tool] });
  });

  it('what is off changes nothing', async () => {
    await channel(ZHIPU, { web_search: { enable: false }, retrieval: { knowledge_id: '' } });
    expect((await ask()).body).toEqual(chat);
  });

  it('a search in the web is asked of Qwen, unless a caller says otherwise', async () => {
    await channel(DASHSCOPE, { web_search: { enable: true } });
    expect((await ask()).body).toMatchObject({ enable_search: true });
    expect((await ask({ ...chat, enable_search: false })).body).toMatchObject({ enable_search: false });
  });

  it('code runs at Google in calls without tools, also of other callers', async () => {
    await channel(GEMINI, { code_execution: { enable: true } });
    expect((await ask()).body).toMatchObject({ tools: [{ codeExecution: {} }] });
    expect((await ask({ ...chat, tools: [own] })).body?.tools).toHaveLength(1);
    expect(JSON.stringify((await ask({ ...chat, tools: [own] })).body)).not.toContain('codeExecution');
  });

  it('a custom channel has paths of its own, and operations that are off', async () => {
    await channel(CUSTOM, { customize: { 1: '/chat', 3: 'disable', 16: '' } });
    expect((await ask()).path).toBe('/chat');
    const { status } = await ask({ model: 'm', input: 'Hi' }, '/v1/embeddings');
    expect(status).toBe(404);
    expect(vendor.received).toHaveLength(1);
  });

  const speech = (voice: string) => ask({ model: 'm', input: 'Hi', voice }, '/v1/audio/speech');

  it('voices stand in place of OpenAI’s, with a role', async () => {
    await channel(AZURE_SPEECH, { voice: { alloy: 'en-US-AvaNeural|Girl', nova: '' } });
    expect((await speech('alloy')).body).toMatchObject({
      text: expect.stringMatching(/<voice name="en-US-AvaNeural"><mstts:express-as role="Girl">/),
    });
    expect((await speech('nova')).body).toMatchObject({
      text: expect.stringContaining('zh-CN-XiaochenNeural'),
    });
  });

  it('voices may have an emotion', async () => {
    await channel(MINIMAX, { voice: { echo: 'male-1|happy' } });
    expect((await speech('echo')).body).toMatchObject({
      voice_setting: { voice_id: 'male-1', emotion: 'happy' },
    });
  });
});
