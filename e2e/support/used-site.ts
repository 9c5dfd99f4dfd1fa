import { FakeUpstream, sendJson } from '../../server/test/support/fake-upstream.ts';
import { eventually, PASSWORD, startSite, Visitor } from './site.ts';
import type { TurnpikeProcess } from './turnpike-process.ts';

export const CUSTOMER = 'mia';
export const ADMINISTRATOR = 'nora';
export const REMARK = 'Refund for the outage on Friday';

/** A call whose cost has a reason of its own, with what its upstream reports. */
interface ExplainedCall {
  model: string;
  key: 'support-bot' | 'docs-search';
  usage: object;
  service_tier?: string;
}

/** By reason. */
export const explainedCalls = {
  usual: {
    model: 'gpt-5',
    key: 'support-bot',
    usage: { prompt_tokens: 1800, completion_tokens: 240 },
  },
  longInput: {
    model: 'gemini-2.5-pro',
    key: 'docs-search',
    usage: { prompt_tokens: 412_300, completion_tokens: 1900 },
  },
  searches: {
    model: 'gpt-5-mini',
    key: 'support-bot',
    usage: {
      prompt_tokens: 9100,
      completion_tokens: 800,
      server_tool_use: { web_search_requests: 14 },
    },
    service_tier: 'priority',
  },
} as const satisfies Record<string, ExplainedCall>;

export type Explained = keyof typeof explainedCalls;

/** A site that a customer calls through whose costs have reasons, and whose balance people changed. */
export interface UsedSite {
  turnpike: TurnpikeProcess;
  customer: Visitor;
  /** @returns the request's id, once its row is in the log */
  call(reason: Explained): Promise<string>;
  stop(): Promise<void>;
}

export async function startUsedSite(): Promise<UsedSite> {
  const upstream = await FakeUpstream.start();
  upstream.does((response, { body }) => {
    const { usage, service_tier }: Partial<ExplainedCall> =
      Object.values(explainedCalls)[Number(body.seed)] ?? {};
    const message = { role: 'assistant', content: 'A short answer that took some thought.' };
    const choices = [{ index: 0, message, finish_reason: 'stop' }];
    const facts = { id: 'chatcmpl-used', object: 'chat.completion', model: body.model };
    sendJson(response, 200, JSON.stringify({ ...facts, choices, usage, service_tier }));
  });
  const { turnpike, root } = await startSite();
  const { customer, keys } = await prepare(root, { turnpike, upstreamUrl: upstream.url });
  return {
    turnpike,
    customer,
    async call(reason) {
      const { model, key } = explainedCalls[reason];
      const answer = await fetch(`${turnpike.url}/v1/chat/completions`, {
        method: 'POST',
        headers: { authorization: `Bearer ${keys.get(key)}`, 'content-type': 'application/json' },
        body: JSON.stringify({
          model,
          seed: Object.keys(explainedCalls).indexOf(reason),
          messages: [{ role: 'user', content: 'Sum up the handbook of our support team.' }],
        }),
      });
      const id = answer.headers.get('x-request-id') ?? '';
      if (!answer.ok) throw new Error(`calling ${model}: ${await answer.text()}`);
      await answer.text();
      await eventually(async () => (await customer.callRows()).some((row) => row.request_id === id));
      return id;
    },
    async stop() {
      await turnpike.stop();
      await upstream.stop();
    },
  };
}

/** Channel, group, accounts, keys and what people did to the balance. */
async function prepare(
  root: Visitor,
  { turnpike, upstreamUrl }: { turnpike: TurnpikeProcess; upstreamUrl: string },
): Promise<{ customer: Visitor; keys: ReadonlyMap<string, string> }> {
  await root.call('PUT', '/api/option/', { key: 'QuotaForNewUser', value: '500000' });
  await root.call('POST', '/api/user_group/', {
    ...{ symbol: 'team', name: 'Team', ratio: 1.2, api_rate: 600, public: false },
    budgets: [{ period: 'month', model: '', points: 50_000_000 }],
    with_default_channels: true,
  });
  const models = [...new Set(Object.values(explainedCalls).map(({ model }) => model))].join(',');
  await root.createChannel({ name: 'upstream', base_url: upstreamUrl, models, group: 'default,team' });
  const customer = await root.createUser(CUSTOMER, 5_000_000);
  await root.call('PUT', '/api/user/', { id: customer.id, username: CUSTOMER, group: 'team' });
  await root.call('POST', '/api/user/', { username: ADMINISTRATOR, password: PASSWORD, role: 10 });
  const administrator = await Visitor.signIn(turnpike.url, ADMINISTRATOR);
  await administrator.call('POST', `/api/user/quota/${customer.id}`, { quota: 1_250_000, remark: REMARK });
  const keys = new Map<string, string>();
  for (const name of ['support-bot', 'docs-search']) {
    const token = await customer.call<{ key: string }>('POST', '/api/token/', {
      ...{ name, expired_time: -1, remain_quota: 0, unlimited_quota: true },
      budgets: [{ period: 'month', model: '', points: 20_000_000 }],
    });
    keys.set(name, token.key);
  }
  return { customer, keys };
}
