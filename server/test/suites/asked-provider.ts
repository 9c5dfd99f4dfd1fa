import type { IncomingMessage } from 'node:http';
import { expect } from 'vitest';
import type { Provider } from '../../src/providers/provider.ts';
import { FakeUpstream, type ReceivedRequest } from '../support/fake-upstream.ts';
import type { SeededUser, TestGateway } from '../support/test-gateway.ts';
import { giveToken } from './given-token.ts';
import { providerRequests, type RequestedDialect } from './provider-requests.ts';

/** How a vendor is asked in one dialect, as its documents say. */
interface DocumentedForm {
  url: string;
  /** Where a streamed answer has another address. */
  streamUrl?: string;
  /** In place of the vendor's. */
  model?: string;
  auth?: Readonly<Record<string, string>>;
  /** Members in place of the model, which the address names. */
  instead?: Readonly<Record<string, unknown>>;
  /** Where the vendor shapes the operation otherwise: what it gets, what it answers, and what the caller then hears. */
  own?: {
    asked: Readonly<Record<string, unknown>>;
    /** The type of a request that is no JSON: a form, or a text, which stands in `text` then. */
    type?: string;
    answer: object | Buffer;
    heard: object | Buffer;
    counted?: [input: number, output: number];
  };
}

/** How a vendor is asked, as its documents say; `…` stands for the rest of a key. */
export interface DocumentedVendor {
  /** A key that must be a real one; in place of the example. */
  key?(tokenUrl: string): string;
  auth: Readonly<Record<string, string>>;
  /** In place of a header `authorization` that is always the same. */
  isSigned?(request: IncomingMessage, sent: { body: string; key: string }): boolean;
  model: string;
  at: Readonly<Partial<Record<RequestedDialect, string | DocumentedForm>>>;
  dialects?: readonly string[];
  /** How it divides a stream that is no server-sent one: its media type, and its bytes by the data of each event. */
  frames?: { type: string; encode(events: readonly string[]): Buffer };
}

/** State shared by the tests of all providers. */
export interface ProviderWorld {
  gateway: TestGateway;
  upstream: StrictUpstream;
  /** Models that have a price. */
  priced: Set<string>;
}

/** Headers that sign a request in, or belong to a way to do so. */
const AUTH_HEADERS = [
  ...['authorization', 'api-key', 'x-api-key', 'x-goog-api-key', 'xi-api-key', 'anthropic-version'],
  ...['ocp-apim-subscription-key', 'x-microsoft-outputformat'],
];
export const REST_OF_KEY = 'NzLpq7RtWv';
const QUOTA = 10_000_000;

const withKey = (text: string): string => text.replaceAll('…', REST_OF_KEY);
const authOf = (headers: ReceivedRequest['headers']): object =>
  Object.fromEntries(AUTH_HEADERS.flatMap((name) => (name in headers ? [[name, headers[name]]] : [])));
export const originOf = (url: string): string => new URL(url).origin;
const pathOf = (url: string): string => url.slice(originOf(url).length);

/** Where the fake gives tokens. */
const TOKEN_PATH = '/token';

interface OpenPlace {
  path: string;
  auth: object;
  /** Content type of the body. */
  type: string;
  /** Null where the headers are enough. */
  isSigned: ((request: IncomingMessage, body: string) => boolean) | null;
}

/** A vendor's server that has one address and knows one key. */
export class StrictUpstream {
  readonly fake: FakeUpstream;
  readonly #open: OpenPlace;

  private constructor(fake: FakeUpstream, open: OpenPlace) {
    this.fake = fake;
    this.#open = open;
  }

  static async start(): Promise<StrictUpstream> {
    const open: OpenPlace = { path: '', auth: {}, type: '', isSigned: null };
    const fake = await FakeUpstream.start({
      refuses({ request, received }) {
        const refusal = (status: number, message: string) => ({
          status,
          body: JSON.stringify({ error: { message, type: 'invalid_request_error', code: null } }),
        });
        if (request.url === TOKEN_PATH)
          return giveToken(received?.body ?? {}) ?? refusal(400, 'invalid_grant');
        if (request.method !== 'POST' || request.url !== open.path) return refusal(404, 'Not Found');
        const { authorization, ...others } = request.headers;
        const given = authOf(open.isSigned === null ? request.headers : others);
        const isSigned = open.isSigned?.(request, received?.rawBody ?? '') ?? true;
        if (JSON.stringify(given) !== JSON.stringify(open.auth) || !isSigned)
          return refusal(401, 'Unauthorized');
        const type = request.headers['content-type'] ?? '';
        return type.startsWith(open.type) ? null : refusal(415, 'wrong type');
      },
    });
    return new StrictUpstream(fake, open);
  }

  /** From now on it takes requests to one path, with these headers. */
  takes(place: OpenPlace): void {
    Object.assign(this.#open, place);
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
  #asked = 0;

  constructor(provider: Provider, vendor: DocumentedVendor, world: () => ProviderWorld) {
    this.#provider = provider;
    this.#vendor = vendor;
    this.#world = world;
  }

  get key(): string {
    const { key } = this.#vendor;
    if (key !== undefined) return withKey(key(`${this.#world().upstream.fake.url}${TOKEN_PATH}`));
    const example = this.#provider.key?.example ?? '';
    return withKey(example.includes('…') ? example : `${example}…`);
  }

  formOf(
    dialect: RequestedDialect,
  ): Required<Omit<DocumentedForm, 'own' | 'instead'>> & Pick<DocumentedForm, 'own' | 'instead'> {
    const { at, model, auth } = this.#vendor;
    const given = at[dialect] ?? '';
    const form = typeof given === 'string' ? { url: given } : given;
    return { streamUrl: form.url, model, auth, ...form };
  }

  /** Asks the gateway in a dialect, for a model that only this call's channels have. */
  async ask(dialect: RequestedDialect, stream: boolean, { channels = 1 } = {}): Promise<Asked> {
    const { gateway, upstream, priced } = this.#world();
    const form = this.formOf(dialect);
    const url = stream ? form.streamUrl : form.url;
    const model = `${this.#provider.name}.${++this.#asked}`;
    const { path, body, naming, streamed, file } = providerRequests[dialect];
    const { isSigned } = this.#vendor;
    upstream.takes({
      path: pathOf(url),
      auth: Object.fromEntries(Object.entries(form.auth).map(([name, value]) => [name, withKey(value)])),
      isSigned:
        isSigned === undefined ? null : (request, sent) => isSigned(request, { body: sent, key: this.key }),
      type: form.own?.type ?? (file === undefined ? 'application/json' : 'multipart/form-data'),
    });
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
    const named = naming?.(model) ?? { model, ...(stream && { stream, ...streamed }) };
    const asked = { ...named, ...body };
    const reply =
      file === undefined
        ? await gateway.post(user.token, asked, { path: path(model, stream) })
        : await fetch(gateway.url + path(model, stream), {
            method: 'POST',
            headers: { authorization: `Bearer ${user.token}` },
            body: formOf(asked, file),
          });
    return { reply, body: await reply.text(), user };
  }

  /** The last request that the vendor received. */
  received(): ReceivedRequest {
    const { received } = this.#world().upstream.fake;
    const last = received.at(-1);
    if (last === undefined) throw new Error('the vendor refused every request');
    return last;
  }

  /** The vendor was asked for its model, with the tools of the caller. */
  assertAsked(dialect: RequestedDialect): void {
    const { body, naming } = providerRequests[dialect];
    const { model, own, instead } = this.formOf(dialect);
    if (own !== undefined) {
      expect(this.received().body).toEqual(own.asked);
      return;
    }
    const { tools } = body;
    if (instead !== undefined) expect(this.received().body).not.toHaveProperty('model');
    expect(this.received().body).toMatchObject({
      ...(instead ?? naming?.(model) ?? { model }),
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

function formOf(fields: Readonly<Record<string, unknown>>, file: string): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, String(value));
  form.set(file, new File([new Uint8Array(100)], 'a.bin', { type: 'application/octet-stream' }));
  return form;
}
