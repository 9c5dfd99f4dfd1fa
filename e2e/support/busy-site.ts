import { FakeUpstream, sendJson } from '../../server/test/support/fake-upstream.ts';
import { eventually, PASSWORD, startSite, Visitor } from './site.ts';
import type { TurnpikeProcess } from './turnpike-process.ts';

/** A site as it looks after some weeks: channels, keys, and calls of every kind. */
export interface BusySite {
  turnpike: TurnpikeProcess;
  root: Visitor;
  /** Refuses every key, as a provider does whose key was revoked. */
  refusingUrl: string;
  stop(): Promise<void>;
}

export const COMMON_USER = 'mia';

interface Call {
  model: string;
  token: string;
  input: number;
  output: number;
  cached?: number;
  isStream?: boolean;
}

const models = ['gpt-5', 'gpt-5-mini', 'gpt-4.1', 'claude-sonnet-4-5', 'deepseek-chat'];
const tokenNames = ['support-bot', 'docs-search', 'nightly-reports', 'mobile-app'];

/** Numbers that vary without being random, so that pictures stay alike. */
const calls: Call[] = Array.from({ length: 34 }, (_, index) => ({
  model: models[(index * 7) % models.length] ?? 'gpt-5',
  token: tokenNames[(index * 5) % 3] ?? 'support-bot',
  input: 400 + ((index * 733) % 5200),
  output: 60 + ((index * 197) % 900),
  isStream: index % 3 !== 0,
  ...(index % 4 === 0 ? { cached: 256 + ((index * 64) % 128) } : {}),
}));

export async function startBusySite(): Promise<BusySite> {
  const upstream = await FakeUpstream.start();
  const refusing = await FakeUpstream.start();
  refusing.answers(401, { message: 'Incorrect API key', type: 'invalid_request_error', code: 'invalid_api_key' });
  const { turnpike, root } = await startSite();
  await root.call('PUT', '/api/option/', { key: 'SystemName', value: 'Turnpike' });
  await root.liftRateLimit();

  const channel = (name: string, names: string[], more: object = {}) =>
    root.createChannel({ name, base_url: upstream.url, models: names.join(','), ...more });
  await channel('openai-main', ['gpt-5', 'gpt-5-mini', 'gpt-4.1', 'text-embedding-3-small'], { priority: 10 });
  await channel('openai-reserve', ['gpt-5', 'gpt-5-mini'], { weight: 3, tag: 'reserve' });
  await channel('claude-eu', ['claude-sonnet-4-5']);
  await channel('deepseek', ['deepseek-chat']);
  await channel('old-proxy', ['gpt-4.1'], { base_url: refusing.url, priority: 20 });
  const { id } = await root.call<{ id: number }>('POST', '/api/channel/', {
    ...{ type: 1000, name: 'demo', key: '', models: 'demo-chat,demo-embedding' },
  });
  await root.call('POST', `/api/channel/test/${id}`);

  const keys = new Map<string, string>();
  for (const name of tokenNames) {
    const limits = name === 'nightly-reports' ? { remain_quota: 2_500_000, unlimited_quota: false } : {};
    const token = await root.call<{ id: number; key: string }>('POST', '/api/token/', {
      ...{ name, expired_time: -1, remain_quota: 0, unlimited_quota: true, ...limits },
    });
    keys.set(name, token.key);
    if (name === 'mobile-app') {
      await root.call('PUT', '/api/token/?status_only=true', { id: token.id, status: 2 });
    }
  }
  await root.call('POST', '/api/user/', { username: COMMON_USER, password: PASSWORD });

  for (const call of calls) {
    upstream.does((response, { body }) => {
      const usage = {
        prompt_tokens: call.input,
        completion_tokens: call.output,
        total_tokens: call.input + call.output,
        prompt_tokens_details: { cached_tokens: call.cached ?? 0 },
      };
      const facts = { id: 'chatcmpl-e2e', created: 1_762_500_000, model: call.model };
      if (body.stream !== true) {
        const message = { role: 'assistant', content: 'Done.' };
        const choices = [{ index: 0, message, finish_reason: 'stop' }];
        return sendJson(response, 200, JSON.stringify({ ...facts, object: 'chat.completion', choices, usage }));
      }
      const chunk = (rest: object) =>
        `data: ${JSON.stringify({ ...facts, object: 'chat.completion.chunk', ...rest })}\n\n`;
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(chunk({ choices: [{ index: 0, delta: { content: 'Done.' }, finish_reason: 'stop' }] }));
      response.end(`${chunk({ choices: [], usage })}data: [DONE]\n\n`);
    });
    await chat(turnpike.url, keys.get(call.token) ?? '', call);
  }
  upstream.answers(500);
  await chat(turnpike.url, keys.get('docs-search') ?? '', { ...calls[0], model: 'gpt-5' } as Call);
  await eventually(async () => (await root.callRows()).length >= calls.length);

  return {
    turnpike,
    root,
    refusingUrl: refusing.url,
    async stop() {
      await turnpike.stop();
      await Promise.all([upstream.stop(), refusing.stop()]);
    },
  };
}

async function chat(url: string, tokenKey: string, { model, isStream = false }: Call): Promise<void> {
  const answer = await fetch(`${url}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${tokenKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model, stream: isStream, messages: [{ role: 'user', content: 'Sum this up.' }] }),
  });
  await answer.text();
}
