import { type ConversationDialect, conversationDialects } from '@turnpike/contract';
import {
  type ScriptedUpstream,
  startScriptedUpstream,
} from '../../server/test/upstreams/scripted/scripted-upstream.ts';
import { startSite, type Visitor } from '../support/site.ts';
import type { TurnpikeProcess } from '../support/turnpike-process.ts';

/** Each vendor by a channel of its own type where there is one, and a model that it has. */
export const channels: Readonly<Record<ConversationDialect, { type: number; model: string }>> = {
  'openai-chat': { type: 8, model: 'deepseek-v3.2' },
  // OpenAI offers it by responses alone.
  'openai-responses': { type: 1, model: 'gpt-5.2-codex' },
  'anthropic-messages': { type: 14, model: 'claude-sonnet-4-5' },
  // Refuses calls that come back without their seals.
  gemini: { type: 25, model: 'gemini-3.1-pro-preview' },
};

/** Points a token. */
export const ratios = { input: 1, output: 3 };

export interface UpstreamSite {
  turnpike: TurnpikeProcess;
  root: Visitor;
  upstreams: Readonly<Record<ConversationDialect, ScriptedUpstream>>;
  /** A token's key by the upstream that its calls go to. */
  keys: Readonly<Record<ConversationDialect, string>>;
  stop(): Promise<void>;
}

/** The built product with four vendors, each of which has all of the models. */
export async function startUpstreamSite(models: readonly string[]): Promise<UpstreamSite> {
  const { turnpike, root } = await startSite();
  const upstreams: Partial<Record<ConversationDialect, ScriptedUpstream>> = {};
  const keys: Partial<Record<ConversationDialect, string>> = {};
  for (const dialect of conversationDialects) {
    const { type, model } = channels[dialect];
    // Some are known from the start, at their vendors' prices.
    await root.ask('DELETE', `/api/prices/single/${model}`);
    await root.createPrice(model, ratios.input, ratios.output);
    const upstream = await startScriptedUpstream(dialect);
    upstreams[dialect] = upstream;
    await root.call('POST', '/api/user_group/', {
      ...{ symbol: dialect, name: dialect, ratio: 1, api_rate: 1_000_000, public: true },
    });
    await root.createChannel({
      ...{ type, base_url: upstream.url, models: models.join(','), group: dialect },
      model_mapping: JSON.stringify(Object.fromEntries(models.map((asked) => [asked, model]))),
    });
    const token = await root.call<{ key: string }>('POST', '/api/token/', {
      ...{ name: dialect, group: dialect, expired_time: -1, remain_quota: 0, unlimited_quota: true },
    });
    keys[dialect] = token.key;
  }
  return {
    ...{ turnpike, root },
    upstreams: upstreams as UpstreamSite['upstreams'],
    keys: keys as UpstreamSite['keys'],
    async stop() {
      await turnpike.stop();
      for (const upstream of Object.values(upstreams)) await upstream.stop();
    },
  };
}
