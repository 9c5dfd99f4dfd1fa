import {
  type ChannelView,
  CONFIRMATION_HEADER,
  type CursorPage,
  type LogView,
  type Page,
  type TokenView,
  type UserView,
} from '@turnpike/contract';
import { startTurnpike, type TurnpikeOptions, type TurnpikeProcess } from './turnpike-process.ts';

export const ROOT_NAME = 'olivia';
export const PASSWORD = 'correct horse battery';

export const rootEnvironment = {
  TURNPIKE_ROOT_USERNAME: ROOT_NAME,
  TURNPIKE_ROOT_PASSWORD: PASSWORD,
  TURNPIKE_LOG_LEVEL: 'error',
};

/** The product with a root account, and root signed in. */
export async function startSite(options: TurnpikeOptions = {}): Promise<{
  turnpike: TurnpikeProcess;
  root: Visitor;
}> {
  const turnpike = await startTurnpike({ ...options, env: { ...rootEnvironment, ...options.env } });
  return { turnpike, root: await Visitor.signIn(turnpike.url, ROOT_NAME) };
}

/** Kills the product and starts it again on the same data. Visitors stay signed in. */
export async function killAndRestart(
  turnpike: TurnpikeProcess,
  env: Record<string, string>,
): Promise<TurnpikeProcess> {
  await turnpike.kill();
  const { dataDir, port } = turnpike;
  return startTurnpike({ dataDir, port, env: { ...rootEnvironment, ...env } });
}

export interface TokenLimits {
  name?: string;
  /** Points; left out, the token has no limit of its own. */
  quota?: number;
  expiresAtSeconds?: number;
}

/** Answer of the management API, refusals included. */
export interface Answer {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: each call has a shape of its own; the assertions say which.
  body: any;
}

/** Somebody signed in, driving the management API as the console does, or as a script by an access token. */
export class Visitor {
  readonly #url: string;
  /** Headers that say who makes a call. */
  readonly proof: Readonly<Record<string, string>>;
  readonly id: number;

  private constructor(url: string, { proof, id }: { proof: Record<string, string>; id: number }) {
    this.#url = url;
    this.proof = proof;
    this.id = id;
  }

  static async signIn(url: string, username: string, password = PASSWORD): Promise<Visitor> {
    const answer = await fetch(`${url}/api/user/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username, password }),
    });
    const body = (await answer.json()) as { data?: UserView };
    if (!answer.ok || body.data === undefined) throw new Error(`signing in: ${JSON.stringify(body)}`);
    const cookie = String(answer.headers.get('set-cookie')).split(';', 1)[0] ?? '';
    return new Visitor(url, { proof: { cookie, origin: url }, id: body.data.id });
  }

  /** A script of the same account, by an access token that is made now and confirmed by the password. */
  async script(password = PASSWORD): Promise<Visitor> {
    const input = { action: 'sign_in_data', password };
    const confirmation = await this.call<string>('POST', '/api/user/confirmation', input);
    const headers = { [CONFIRMATION_HEADER]: confirmation };
    const token = await this.call<string>('POST', '/api/user/token', undefined, headers);
    return new Visitor(this.#url, { proof: { authorization: `Bearer ${token}` }, id: this.id });
  }

  async ask(
    method: string,
    path: string,
    input?: object | string,
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    const answer = await fetch(this.#url + path, {
      method,
      headers: { ...this.proof, 'content-type': 'application/json', ...headers },
      ...(input !== undefined && { body: typeof input === 'string' ? input : JSON.stringify(input) }),
    });
    const text = await answer.text();
    const isJson = answer.headers.get('content-type')?.includes('json');
    return { status: answer.status, body: isJson ? JSON.parse(text) : text };
  }

  /** @throws when the call is refused */
  async call<Data>(
    method: string,
    path: string,
    input?: object,
    headers: Record<string, string> = {},
  ): Promise<Data> {
    const { status, body } = await this.ask(method, path, input, headers);
    if (status !== 200) throw new Error(`${method} ${path} answered ${status}: ${JSON.stringify(body)}`);
    return body.data;
  }

  createChannel(
    given: { base_url: string; models: string; key?: string } & Partial<ChannelView>,
  ): Promise<ChannelView> {
    return this.call('POST', '/api/channel/', {
      ...{ type: 8, name: 'upstream', key: 'upstream-key', allow_private_network: true },
      ...given,
    });
  }

  /** Ratios: 1 is one point a token. */
  async createPrice(model: string, input: number, output: number): Promise<void> {
    await this.call('POST', '/api/prices/single', {
      ...{ model, type: 'tokens', channel_type: 1, input, output },
    });
  }

  /** A user with this balance, signed in. */
  async createUser(username: string, quota: number): Promise<Visitor> {
    const { id } = await this.call<UserView>('POST', '/api/user/', { username, password: PASSWORD });
    await this.call('POST', `/api/user/quota/${id}`, { quota });
    return Visitor.signIn(this.#url, username);
  }

  /** Lets everybody in the default group call as often as they like. */
  async liftRateLimit(): Promise<void> {
    const groups = await this.call<Page<{ id: number; symbol: string }>>('GET', '/api/user_group/');
    const group = groups.data.find(({ symbol }) => symbol === 'default');
    await this.call('PUT', '/api/user_group/', {
      ...{ id: group?.id, name: 'Default', ratio: 1, api_rate: 1_000_000, public: true },
    });
  }

  createToken({
    name = 'test',
    quota,
    expiresAtSeconds = -1,
  }: TokenLimits = {}): Promise<TokenView & { key: string }> {
    return this.call('POST', '/api/token/', {
      ...{ name, expired_time: expiresAtSeconds },
      ...{ remain_quota: quota ?? 0, unlimited_quota: quota === undefined },
    });
  }

  /** Points left. */
  async quota(): Promise<number> {
    return (await this.call<UserView>('GET', '/api/user/self')).quota;
  }

  /** Own rows about calls, every one of them. */
  async callRows(): Promise<LogView[]> {
    const rows: LogView[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const path: string = `/api/log/self?log_type=2&size=100&cursor=${encodeURIComponent(cursor)}`;
      const page: CursorPage<LogView> = await this.call('GET', path);
      rows.push(...page.data);
      cursor = page.next_cursor;
    }
    return rows;
  }
}

/** Tries again until `find` gives something; settlements reach the log a moment after their answer. */
export async function eventually<Found>(
  find: () => Promise<Found | undefined | false>,
  { withinMs = 10_000 }: { withinMs?: number } = {},
): Promise<Found> {
  const giveUpAt = Date.now() + withinMs;
  for (;;) {
    const found = await find();
    if (found !== undefined && found !== false) return found;
    if (Date.now() > giveUpAt) throw new Error(`not within ${withinMs} ms: ${find}`);
    await new Promise((resolve) => setTimeout(resolve, 30));
  }
}
