import { assertMessageStream } from '../grammars/anthropic-messages-grammar.ts';
import type { FakeUpstream } from './fake-upstream.ts';
import {
  type SeededUser,
  startTestGateway,
  type TestGateway,
  type TestGatewayOptions,
} from './test-gateway.ts';

export const ANTHROPIC_TYPE = 14;
const MODEL = 'claude-1';

/** A small request; one point an input token, three an output token. */
export const say = { model: MODEL, max_tokens: 64, messages: [{ role: 'user', content: 'Say hello' }] };

interface Asked {
  path?: string;
  headers?: Record<string, string>;
  method?: string;
  signal?: AbortSignal;
}

/** A gateway with one channel of Anthropic, played by a strict server, and a user who can pay. */
export async function startAnthropicSite({
  quota = 1_000_000,
  heartbeatSeconds = null,
  ...options
}: TestGatewayOptions & { quota?: number; heartbeatSeconds?: number | null } = {}): Promise<AnthropicSite> {
  const gateway = await startTestGateway(options);
  const user = await gateway.seed.user({ quota, heartbeatSeconds });
  await gateway.seed.price({ model: MODEL, input: 1, output: 3 });
  const channel = await gateway.seed.channel({ model: MODEL, type: ANTHROPIC_TYPE });
  return new AnthropicSite(gateway, { user, channel });
}

export class AnthropicSite {
  readonly gateway: TestGateway;
  readonly user: SeededUser;
  readonly channel: { id: number };

  constructor(gateway: TestGateway, { user, channel }: { user: SeededUser; channel: { id: number } }) {
    this.gateway = gateway;
    this.user = user;
    this.channel = channel;
  }

  get upstream(): FakeUpstream {
    return this.gateway.upstream(this.channel);
  }

  /** A further channel, which is asked after the first one. */
  async addChannel(): Promise<FakeUpstream> {
    const channel = await this.gateway.seed.channel({ model: MODEL, type: ANTHROPIC_TYPE, priority: -1 });
    return this.gateway.upstream(channel);
  }

  /** Asks as Anthropic's own SDK does, unless headers say otherwise. */
  ask(
    body: object | string | null,
    { path = '/v1/messages', method = 'POST', signal, headers }: Asked = {},
  ): Promise<Response> {
    return fetch(this.gateway.url + path, {
      method,
      headers: headers ?? {
        ...{ 'x-api-key': this.user.token, 'anthropic-version': '2023-06-01' },
        'content-type': 'application/json',
      },
      ...(body !== null && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      ...(signal && { signal }),
    });
  }

  /** The bytes of a streamed answer, whose order is checked. */
  async stream(body: object = {}, asked: Asked = {}): Promise<string> {
    const reply = await this.ask({ ...say, stream: true, ...body }, asked);
    const text = await reply.text();
    assertMessageStream(text);
    return text;
  }

  /** Points that the user has paid. */
  async paid(): Promise<number> {
    return (await this.gateway.logRowsOf(this.user)).reduce((sum, { quota }) => sum + quota, 0);
  }
}
