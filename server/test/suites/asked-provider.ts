import { expect } from 'vitest';
import type { DialectName } from '../../src/dialects/call-facts.ts';
import type { Provider } from '../../src/providers/provider.ts';
import { FakeUpstream, type ReceivedRequest } from '../support/fake-upstream.ts';
import type { SeededUser, TestGateway } from '../support/test-gateway.ts';
import { providerRequests } from './provider-requests.ts';

/** How a vendor is asked in one dialect, as its documents say. */
interface DocumentedForm {
  url: string;
  /** Where a streamed answer has another address. */
  streamUrl?: string;
  /** In place of the vendor's. */
  model?: string;
  auth?: Readonly<Record<string, string>>;
}

/** How a vendor is asked, as its documents say; `…` stands for the rest of a key. */
export interface DocumentedVendor {
  auth: Readonly<Record<string, string>>;
  model: string;
  at: Readonly<Partial<Record<DialectName, string | DocumentedForm>>>;
  dialects?: readonly string[];
}

/** What the tests of all providers share. */
export interface ProviderWorld {
  gateway: TestGateway;
  upstream: StrictUpstream;
  /** Models that have a price. */
  priced: Set<string>;
}

/** Headers that sign a request in, or belong to a way to do so. */
const AUTH_HEADERS = ['authorization', 'api-key', 'x-api-key', 'x-goog-api-key', 'anthropic-version'];
export const REST_OF_KEY = 'NzLpq7RtWv';
const QUOTA = 10_000_000;

const withKey = (text: string): string => text.replaceAll('…', REST_OF_KEY);
const authOf = (headers: ReceivedRequest['headers']): object =>
  Object.fromEntries(AUTH_HEADERS.flatMap((name) => (name in headers ? [[name, headers[name]]] : [])));
export const originOf = (url: string): string => new URL(url).origin;
const pathOf = (url: string): string => url.slice(originOf(url).length);

/** A vendor's server that has one address and knows one key. */
export class StrictUpstream {
  readonly fake: FakeUpstream;
  readonly #open: { path: string; auth: object };

  private constructor(fake: FakeUpstream, open: { path: string; auth: object }) {
    this.fake = fake;
    this.#open = open;
  }

  static async start(): Promise<StrictUpstream> {
    const open = { path: '', auth: {} };
    const fake = await FakeUpstream.start({
      refuses({ request }) {
        const refusal = (status: number, message: string) => ({
          status,
          body: JSON.stringify({ error: { message, type: 'invalid_request_error', code: null } }),
        });
        if (request.method !== 'POST' || request.url !== open.path) return refusal(404, 'Not Found');
        if (JSON.stringify(authOf(request.headers)) !== JSON.stringify(open.auth))
          return refusal(401, 'Unauthorized');
        return request.headers['content-type'] === 'application/json' ? null : refusal(415, 'no JSON');
      },
    });
    return new StrictUpstream(fake, open);
  }

  /** From now on it takes requests to one path, with these headers. */
  takes(path: string, auth: object): void {
    Object.assign(this.#open, { path, auth });
    this.fake.received.length = 0;
  }
}

interface Asked {
  reply: Response;
  body: string;
  user: SeededUser;
}

/** One provider in the world, asked as its table says. */
export class AskedProvider {
  readonly #provider: Provider;
  readonly #vendor: DocumentedVendor;
  readonly #world: () => ProviderWorld;
  readonly key: string;
  #asked = 0;

  constructor(provider: Provider, vendor: DocumentedVendor, world: () => ProviderWorld) {
    this.#provider = provider;
    this.#vendor = vendor;
    this.#world = world;
    const example = provider.key?.example ?? '';
    this.key = withKey(example.includes('…') ? example : `${example}…`);
  }

  formOf(dialect: DialectName): Required<DocumentedForm> {
    const { at, model, auth } = this.#vendor;
    const given = at[dialect] ?? '';
    const form = typeof given === 'string' ? { url: given } : given;
    return { streamUrl: form.url, model, auth, ...form };
  }

  /** Asks the gateway in a dialect, for a model that only this call's channels have. */
  async ask(dialect: DialectName, stream: boolean, { channels = 1 } = {}): Promise<Asked> {
    const { gateway, upstream, priced } = this.#world();
    const form = this.formOf(dialect);
    const url = stream ? form.streamUrl : form.url;
    const model = `${this.#provider.name}.${++this.#asked}`;
    upstream.takes(
      pathOf(url),
      Object.fromEntries(Object.entries(form.auth).map(([name, value]) => [name, withKey(value)])),
    );
    if (!priced.has(form.model)) await gateway.seed.price({ model: form.model, input: 1, output: 1 });
    priced.add(form.model);
    for (let channel = 0; channel < channels; channel += 1)
      await gateway.seed.channel({
        ...{ model, type: this.#provider.typeId, channelKey: this.key, priority: channels - channel },
        baseUrl: this.#provider.baseUrl.replace(/^https:\/\/[^/]+|^$/, upstream.fake.url),
        mapping: { [model]: form.model },
        ...(this.#vendor.dialects && { dialects: this.#vendor.dialects }),
      });
    const user = await gateway.seed.user({ quota: QUOTA });
    const { path, body, naming, streamed } = providerRequests[dialect];
    const named = naming?.(model) ?? { model, ...(stream && { stream, ...streamed }) };
    const reply = await gateway.post(user.token, { ...named, ...body }, { path: path(model, stream) });
    return { reply, body: await reply.text(), user };
  }

  /** What the vendor received last. */
  received(): ReceivedRequest {
    const { received } = this.#world().upstream.fake;
    const last = received.at(-1);
    if (last === undefined) throw new Error('the vendor refused every request');
    return last;
  }

  /** The vendor was asked for its model, with the tools of the caller. */
  assertAsked(dialect: DialectName): void {
    const { body, naming } = providerRequests[dialect];
    const { model } = this.formOf(dialect);
    const { tools } = body;
    expect(this.received().body).toMatchObject({
      ...(naming?.(model) ?? { model }),
      ...(tools === undefined ? {} : { tools }),
    });
  }

  does(...answer: Parameters<FakeUpstream['does']>): void {
    this.#world().upstream.fake.does(...answer);
  }

  /** The log rows of a user, whose balance must have paid for them and no more. */
  async settledRows(user: SeededUser) {
    const { gateway } = this.#world();
    const rows = await gateway.logRowsOf(user);
    const paid = rows.reduce((sum, { quota }) => sum + quota, 0);
    expect(await gateway.quotaOf(user)).toBe(QUOTA - paid);
    return rows;
  }
}
