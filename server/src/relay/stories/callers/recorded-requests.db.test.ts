import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FakeUpstream } from '../../../../test/support/fake-upstream.ts';
import { recordedAnswers } from '../../../../test/support/recorded-answers.ts';
import {
  type SeededUser,
  startTestGateway,
  type TestGateway,
} from '../../../../test/support/test-gateway.ts';
import { providers } from '../../../providers/provider-registry.ts';

/** A request that a vendor took, by the name of its answer. */
type Recorded = Record<string, { provider: string; request: Record<string, unknown> }>;
const recorded = JSON.parse(
  readFileSync(new URL('../../../../test/recordings/providers/requests.json', import.meta.url), 'utf8'),
) as Recorded;
const answers = new Map(recordedAnswers('openai-chat').map((answer) => [answer.name, answer]));

const askedUsage = { stream_options: { include_usage: true } };
/** Members that the gateway adds to the recorded request, by the name of the answer. */
const added: Readonly<Record<string, { reason: string; members: object }>> = {
  'databricks-claude-tool-call stream': {
    reason: 'Usage is asked for where the caller does not; this vendor tells it in any case.',
    members: askedUsage,
  },
};

// The requests sent do not depend on the database.
describe('requests that vendors took', () => {
  let gateway: TestGateway;
  let user: SeededUser;
  let vendor: FakeUpstream;
  beforeAll(async () => {
    gateway = await startTestGateway();
    user = await gateway.seed.user({ quota: 1_000_000_000 });
    vendor = await FakeUpstream.start({ refuses: () => null });
  });
  afterAll(async () => {
    await gateway.stop();
    await vendor.stop();
  });

  it.each(Object.entries(recorded))('%s: reaches its vendor as it did then', async (name, asked) => {
    const answer = answers.get(name);
    const provider = providers.find((one) => one.name === asked.provider);
    if (answer === undefined || provider === undefined) throw new Error(`no answer or provider of ${name}`);
    vendor.received.length = 0;
    vendor.does((response) => {
      const type = answer.isStream ? 'text/event-stream' : 'application/json';
      response.writeHead(200, { 'content-type': type }).end(answer.body);
    });
    const model = `recorded-${name}`;
    await gateway.seed.price({ model, input: 1, output: 3 });
    const baseUrl = provider.baseUrl.replace(/^https:\/\/[^/]+|^$/, vendor.url);
    await gateway.seed.channel({
      ...{ model, type: provider.typeId, baseUrl },
      ...(provider.key?.parts && { channelKey: provider.key.example }),
    });

    const reply = await gateway.post(user.token, { ...asked.request, model });

    expect(reply.status, await reply.text()).toBe(200);
    expect(vendor.received.map(({ body }) => body)).toEqual([
      { ...asked.request, model, ...added[name]?.members },
    ]);
  });

  it('knows no difference without its recording', () => {
    expect(Object.keys(added).filter((name) => recorded[name] === undefined)).toEqual([]);
  });
});
