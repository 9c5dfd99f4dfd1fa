import OpenAI, { AzureOpenAI } from 'openai';
import { OpenAIRealtimeWS } from 'openai/realtime/ws';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { documentedUsage, RealtimeUpstream } from '../server/test/upstreams/realtime-upstream.ts';
import { eventually, startSite, type Visitor } from './support/site.ts';
import { startTlsFront } from './support/tls-front.ts';
import type { TurnpikeProcess } from './support/turnpike-process.ts';

let turnpike: TurnpikeProcess;
let root: Visitor;
let upstream: RealtimeUpstream;
let front: Awaited<ReturnType<typeof startTlsFront>>;
let token: string;

beforeAll(async () => {
  ({ turnpike, root } = await startSite());
  upstream = await RealtimeUpstream.start();
  upstream.path = '/v1/realtime?model=voice';
  await root.createChannel({ type: 1, base_url: upstream.url, models: 'voice' });
  await root.createPrice('voice', 0.001, 0.001);
  token = (await root.createToken()).key;
  front = await startTlsFront(turnpike.port);
});
afterAll(async () => {
  await upstream.stop();
  await turnpike.stop();
  await front.stop();
});
beforeEach(() => {
  upstream.received.length = 0;
  upstream.onEvent = ({ type }, say) => {
    if (type !== 'response.create') return;
    say({ type: 'response.created', response: { id: 'resp_1' } });
    say({ type: 'response.output_text.delta', response_id: 'resp_1', delta: 'Hello' });
    const response = { id: 'resp_1', status: 'completed', usage: documentedUsage };
    say({ type: 'response.done', response });
  };
});

/** Certificates are not looked at: the front's is nobody's. */
const options = { rejectUnauthorized: false };
const site = () => `https://127.0.0.1:${front.port}`;
const connections = {
  OpenAI: async () =>
    new OpenAIRealtimeWS({ model: 'voice', options }, new OpenAI({ apiKey: token, baseURL: `${site()}/v1` })),
  AzureOpenAI: () =>
    OpenAIRealtimeWS.azure(
      new AzureOpenAI({ apiKey: token, endpoint: site(), apiVersion: '2025-04-01-preview' }),
      { deploymentName: 'voice', options },
    ),
} as const;

it.each(['OpenAI', 'AzureOpenAI'] as const)(
  'the realtime client of %s talks, and its answer is charged',
  async (kind) => {
    const rows = (await root.callRows()).length;
    const client = await connections[kind]();
    const seen: string[] = [];
    let text = '';
    client.on('event', ({ type }) => seen.push(type));
    client.on('response.output_text.delta', ({ delta }) => {
      text += delta;
    });
    client.socket.on('open', () => client.send({ type: 'response.create' }));

    await eventually(async () => seen.includes('response.done'));
    client.close();
    expect(seen).toEqual([
      'session.created',
      'response.created',
      'response.output_text.delta',
      'response.done',
    ]);
    expect(text).toBe('Hello');
    await eventually(async () => (await root.callRows()).length === rows + 1);
  },
);

it('the client is told that a model is not there', async () => {
  const client = new OpenAIRealtimeWS(
    { model: 'none', options },
    new OpenAI({ apiKey: token, baseURL: `${site()}/v1` }),
  );
  const message = await new Promise<string>((resolve) =>
    client.on('error', (error) => resolve(error.message)),
  );
  client.close();
  expect(message).toMatch(/404|not/);
});
