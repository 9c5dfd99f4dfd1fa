import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Agent, fetch } from 'undici';
import { benchDialects, benchModel } from './bench-dialects.ts';
import { onSideCore } from './cores.ts';
import { freePort, type Measured, untilAnswered } from './processes.ts';

const account = { username: 'bench', password: 'bench-password' };

export interface MeasuredGateway extends Measured {
  /** From the start of the process to its first answer. */
  readyMs: number;
  token: string;
  /** Points that the owner has, and the sum of all charges in the log. */
  money(): Promise<{ balance: number; charged: number; calls: number }>;
  dataDir: string;
  /** Starts it again on the same data folder. */
  restart(): Promise<void>;
  signIn(): Promise<Api>;
  /** Sets every limit there is, none of them reached, on group, account, channel and a new key, which comes back. */
  limitedToken(): Promise<string>;
}

export interface GatewayOptions {
  /** URL of PostgreSQL; SQLite without it. */
  databaseUrl?: string;
  /** Where it writes its longest turn when it is asked; see `turn-watch.ts`. */
  turnFile?: string;
  /** Where its threads write their profiles when they are asked; see `profile-watch.ts`. */
  profileDir?: string;
  /** Folder of another copy of the repository. */
  rootDir?: URL;
}

const ownRoot = new URL('../../', import.meta.url);

/** The built server; copies from before the build run from their sources. */
function programIn(rootDir: URL): string {
  const built = fileURLToPath(new URL('server/dist/current/main.js', rootDir));
  return existsSync(built) ? built : fileURLToPath(new URL('server/src/main.ts', rootDir));
}

const OPENING_POINTS = 1_000_000_000_000;

/** The built product in a fresh data folder, with one priced model on one channel. */
export async function startGateway(
  upstreamPort: number,
  { turnFile, profileDir, databaseUrl, rootDir = ownRoot }: GatewayOptions = {},
): Promise<MeasuredGateway> {
  const port = await freePort();
  const dataDir = mkdtempSync(join(tmpdir(), 'turnpike-bench-'));
  const watches = [turnFile && './turn-watch.ts', profileDir && './profile-watch.ts']
    .filter((name) => name !== undefined)
    .flatMap((name) => ['--import', new URL(name, import.meta.url).href]);
  // The same flags as this process: those that `npm start` gives the program.
  const [command, args] = onSideCore(process.execPath, [...process.execArgv, ...watches, programIn(rootDir)]);
  const start = () =>
    spawn(command, args, {
      env: {
        ...process.env,
        PORT: String(port),
        HOST: '127.0.0.1',
        TURNPIKE_DATA_DIR: dataDir,
        TURNPIKE_ROOT_USERNAME: account.username,
        TURNPIKE_ROOT_PASSWORD: account.password,
        TURNPIKE_LOG_LEVEL: 'error',
        ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }),
        ...(turnFile !== undefined && { BENCH_TURN_FILE: turnFile }),
        ...(profileDir !== undefined && { BENCH_PROFILE_DIR: profileDir }),
      },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
  const origin = `http://127.0.0.1:${port}`;
  const first = start();
  await untilAnswered(`${origin}/healthz`);
  const token = await seed(origin, upstreamPort);
  // The second start is the one that a user meets every day: the data folder and the code cache exist.
  first.kill('SIGTERM');
  await new Promise((resolve) => first.once('exit', resolve));
  const child = start();
  const readyMs = await untilAnswered(`${origin}/healthz`);
  const gateway: MeasuredGateway = {
    ...{ child, port, readyMs, token, dataDir },
    money: () => readMoney(origin),
    signIn: () => signIn(origin),
    limitedToken: () => makeLimitedToken(origin),
    async restart() {
      gateway.child = start();
      await untilAnswered(`${origin}/healthz`);
    },
  };
  return gateway;
}

async function seed(origin: string, upstreamPort: number): Promise<string> {
  const api = await signIn(origin);
  await changeGroup(api, {});
  await api('POST', '/api/user/quota/1', { quota: OPENING_POINTS - 25_000_000, remark: 'benchmark' });
  await api('POST', '/api/prices/single', {
    model: 'bench',
    type: 'tokens',
    channel_type: 1,
    input: 1,
    output: 3,
  });
  await api('POST', '/api/channel/', {
    type: 8,
    name: 'bench',
    key: 'bench-key',
    base_url: `http://127.0.0.1:${upstreamPort}`,
    models: 'bench',
    allow_private_network: true,
  });
  for (const dialect of benchDialects) {
    const model = benchModel(dialect);
    await api('POST', '/api/prices/single', {
      ...{ model, type: 'tokens', channel_type: 1, input: 1, output: 3 },
    });
    await api('POST', '/api/channel/', {
      ...{ type: dialect.channelType, name: model, key: 'bench-key', models: model },
      ...{ base_url: `http://127.0.0.1:${upstreamPort}`, allow_private_network: true },
    });
  }
  const { key } = await api<{ key: string }>('POST', '/api/token/', {
    name: 'bench',
    expired_time: -1,
    remain_quota: 0,
    unlimited_quota: true,
  });
  return key;
}

const FAR_OFF = { requests_per_minute: 1_000_000, tokens_per_minute: 1_000_000_000, parallel_calls: 10_000 };

async function makeLimitedToken(origin: string): Promise<string> {
  const api = await signIn(origin);
  const budgets = ['day', 'week', 'month', 'total'].flatMap((period) => [
    { period, model: '', points: OPENING_POINTS },
    { period, model: 'bench*', points: OPENING_POINTS },
  ]);
  const { tokens_per_minute, parallel_calls } = FAR_OFF;
  await changeGroup(api, { tokens_per_minute, parallel_calls, budgets });
  await api('PUT', '/api/user/', { id: 1, ...FAR_OFF });
  const { data: channels } = await api<{ data: { id: number; name: string }[] }>('GET', '/api/channel/');
  for (const { id, name } of channels)
    if (name === 'bench') await api('PUT', '/api/channel/', { id, ...FAR_OFF });
  const { key } = await api<{ key: string }>('POST', '/api/token/', {
    ...{ name: 'limited', expired_time: Math.floor(Date.now() / 1000) + 86_400, ...FAR_OFF, budgets },
    ...{ remain_quota: OPENING_POINTS, unlimited_quota: false },
    ...{ allowed_addresses: ['10.0.0.0/8', '127.0.0.1'], allowed_models: ['gpt*', 'claude*', 'bench'] },
  });
  return key;
}

async function changeGroup(api: Api, limits: object): Promise<void> {
  const { data } = await api<{ data: { id: number; symbol: string }[] }>('GET', '/api/user_group/');
  const id = data.find(({ symbol }) => symbol === 'default')?.id;
  await api('PUT', '/api/user_group/', {
    ...{ id, name: 'Default', ratio: 1, api_rate: 1_000_000, public: true, ...limits },
  });
}

async function readMoney(origin: string): Promise<{ balance: number; charged: number; calls: number }> {
  const api = await signIn(origin);
  const self = await api<{ quota: number; used_quota: number; request_count: number }>(
    'GET',
    '/api/user/self',
  );
  const { quota } = await api<{ quota: number }>('GET', '/api/log/self/stat');
  return { balance: OPENING_POINTS - self.quota, charged: quota, calls: self.request_count };
}

export type Api = <Data>(method: string, path: string, body?: object) => Promise<Data>;

/** A deletion of millions of rows is answered when it is done. */
const patient = new Agent({ headersTimeout: 0 });

async function signIn(origin: string): Promise<Api> {
  let cookie = '';
  const api: Api = async (method, path, body) => {
    const reply = await fetch(origin + path, {
      ...{ method, dispatcher: patient },
      headers: { origin, cookie, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (reply.headers.get('content-type')?.startsWith('text/csv')) {
      await reply.text();
      return undefined as never;
    }
    const answer = (await reply.json()) as { success: boolean; message: string; data: never };
    if (!answer.success) throw new Error(`${method} ${path}: ${answer.message}`);
    cookie ||= reply.headers.getSetCookie()[0]?.split(';', 1)[0] ?? '';
    return answer.data;
  };
  await api('POST', '/api/user/login', account);
  return api;
}
