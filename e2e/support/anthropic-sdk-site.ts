import Anthropic, { type APIError } from '@anthropic-ai/sdk';
import { expect } from 'vitest';
import { assertMessageStream } from '../../server/test/grammars/anthropic-messages-grammar.ts';
import type { FakeUpstream } from '../../server/test/support/fake-upstream.ts';
import { startAnthropicUpstream } from '../../server/test/upstreams/anthropic-messages-upstream.ts';
import { startSite, type Visitor } from './site.ts';
import type { TurnpikeProcess } from './turnpike-process.ts';

export const MODEL = 'claude-1';
/** No channel streams this model. */
export const MUTE_MODEL = 'mute';
export const say = {
  model: MODEL,
  max_tokens: 64,
  messages: [{ role: 'user' as const, content: 'Say hello' }],
};

/** A site with a channel of Anthropic's, and the package @anthropic-ai/sdk as its client. */
export class AnthropicSdkSite {
  readonly root: Visitor;
  readonly upstream: FakeUpstream;
  readonly tokenKey: string;
  /** Requests that the last client sent, its own repetitions among them. */
  sent = 0;
  readonly #turnpike: TurnpikeProcess;
  readonly #prefix: string;
  /** Streams as they reached the last client. */
  #streams: Promise<string>[] = [];

  private constructor(
    site: { turnpike: TurnpikeProcess; root: Visitor },
    { upstream, tokenKey, prefix }: { upstream: FakeUpstream; tokenKey: string; prefix: string },
  ) {
    this.root = site.root;
    this.#turnpike = site.turnpike;
    this.upstream = upstream;
    this.tokenKey = tokenKey;
    this.#prefix = prefix;
  }

  static async start({ prefix }: { prefix: string }): Promise<AnthropicSdkSite> {
    const site = await startSite({ env: { TURNPIKE_BODY_LIMIT: '100000' } });
    const { root } = site;
    const upstream = await startAnthropicUpstream();
    await root.createChannel({
      type: 14,
      base_url: upstream.url,
      models: `${MODEL},${MUTE_MODEL}`,
      disabled_stream: [MUTE_MODEL],
    });
    await root.createPrice(MODEL, 1, 3);
    await root.createPrice(MUTE_MODEL, 1, 3);
    const { key } = await root.createToken();
    return new AnthropicSdkSite(site, { upstream, tokenKey: key, prefix });
  }

  async stop(): Promise<void> {
    await this.#turnpike.stop();
    await this.upstream.stop();
  }

  client(options: ConstructorParameters<typeof Anthropic>[0] = {}): Anthropic {
    this.sent = 0;
    this.#streams = [];
    return new Anthropic({
      baseURL: this.#turnpike.url + this.#prefix,
      apiKey: this.tokenKey,
      authToken: null,
      fetch: async (...call) => {
        this.sent += 1;
        const reply = await fetch(...call);
        if (reply.headers.get('content-type')?.startsWith('text/event-stream'))
          this.#streams.push(
            reply
              .clone()
              .text()
              .catch(() => ''),
          );
        return reply;
      },
      ...options,
    });
  }

  async assertStreams(): Promise<void> {
    expect(this.#streams).not.toHaveLength(0);
    for (const stream of this.#streams) assertMessageStream(await stream);
  }
}

export const failureOf = (call: PromiseLike<unknown>): Promise<APIError> =>
  Promise.resolve(call).then(
    () => {
      throw new Error('it succeeded');
    },
    (error: APIError) => error,
  );
