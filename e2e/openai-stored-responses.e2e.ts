import OpenAI from 'openai';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { FakeUpstream } from '../server/test/support/fake-upstream.ts';
import { ResponsesAccount } from '../server/test/upstreams/openai-responses-account.ts';
import { startSite, type Visitor } from './support/site.ts';
import type { TurnpikeProcess } from './support/turnpike-process.ts';

const OPENAI = 1;
const model = 'gpt';

let turnpike: TurnpikeProcess;
let root: Visitor;
let upstreams: FakeUpstream[];
let openai: OpenAI;

beforeAll(async () => {
  ({ turnpike, root } = await startSite());
  upstreams = [];
  for (const name of ['A', 'B', 'C']) {
    const upstream = await FakeUpstream.start();
    new ResponsesAccount(upstream, name);
    upstreams.push(upstream);
    await root.createChannel({ base_url: upstream.url, models: model, type: OPENAI });
  }
  await root.createPrice(model, 1, 3);
  const { key: apiKey } = await root.createToken();
  openai = new OpenAI({ apiKey, maxRetries: 0, baseURL: `${turnpike.url}/v1` });
});
afterAll(async () => {
  await turnpike.stop();
  for (const upstream of upstreams) await upstream.stop();
});

it('the openai package goes on from a response, whichever of three accounts keeps it', async () => {
  for (let turn = 0; turn < 5; turn += 1) {
    const first = await openai.responses.create({ model, input: 'Hi' });
    const stream = await openai.responses.create({
      ...{ model, input: 'And?', previous_response_id: first.id, stream: true as const },
    });
    let last = '';
    for await (const event of stream) if (event.type === 'response.completed') last = event.response.id;
    const third = await openai.responses.create({ model, input: 'So?', previous_response_id: last });
    expect(third.output_text).toBe('Hi');
  }
});

it('the openai package shows, lists, cancels and deletes a response', async () => {
  const { id } = await openai.responses.create({ model, input: 'Hi' });
  expect((await openai.responses.retrieve(id)).output_text).toBe('Hi');
  expect((await openai.responses.inputItems.list(id)).data).toEqual([]);
  expect((await openai.responses.cancel(id)).status).toBe('cancelled');
  await openai.responses.delete(id);
  await expect(openai.responses.retrieve(id)).rejects.toBeInstanceOf(OpenAI.NotFoundError);
  const gone = openai.responses.create({ model, input: 'Hi', previous_response_id: id });
  await expect(gone).rejects.toMatchObject({ status: 400, code: 'previous_response_not_found' });
});

it('the openai package counts input tokens and compacts a conversation', async () => {
  const { id, output } = await openai.responses.create({ model, input: 'Hi', store: true });
  const counted = await openai.responses.inputTokens.count({
    model,
    input: 'And?',
    previous_response_id: id,
  });
  expect(counted).toMatchObject({ object: 'response.input_tokens', input_tokens: 42 });
  const compacted = await openai.responses.compact({ model, input: output as never });
  const next = await openai.responses.create({ model, input: compacted.output as never });
  expect(next.output_text).toBe('Hi');
});
