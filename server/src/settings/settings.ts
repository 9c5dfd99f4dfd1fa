import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { StartError } from '../platform/start-error.ts';

/** Start-up settings; all come from the environment. The README lists them. */
export interface Settings {
  dataDir: string;
  host: string;
  port: number;
  /** PostgreSQL address, or null for the SQLite file in the data folder. */
  databaseUrl: string | null;
  /** Base64, hex or a passphrase of at least 32 characters; null reads or makes the key file. */
  secretKey: string | null;
  /** Starts with another key than the one that the database was written with. */
  newSecretKey: boolean;
  rootAccount: { username: string; password: string } | null;
  /** Addresses or networks whose `X-Forwarded-*` headers are believed. */
  trustedProxies: string[];
  bodyLimitBytes: number;
  /** Bytes of request bodies held at one moment. */
  bodyMemoryBytes: number;
  /** Address of Valkey or Redis for cached answers; null keeps them in memory. */
  redisUrl: string | null;
  /** Bytes of cached answers in memory. */
  cacheMemoryBytes: number;
  /** Limit of one form with files. */
  uploadLimitBytes: number;
  /** Bytes of files on the disk at one moment. */
  uploadSpaceBytes: number;
  outboxSync: 'normal' | 'full';
  outboxLimitRows: number;
  logLevel: string;
  timeouts: RelayTimeouts;
}

export interface RelayTimeouts {
  connectMs: number;
  /** Until the upstream's header is complete. */
  headerMs: number;
  /** From the header to the first byte of the body. */
  firstByteMs: number;
  /** Between two pieces of the body. */
  idleMs: number;
  totalMs: number;
  /** Until the caller's request is complete. */
  requestMs: number;
}

type Environment = Record<string, string | undefined>;

/** @throws StartError naming the variable that cannot be used */
export function readSettings(env: Environment): Settings {
  const databaseUrl = env.DATABASE_URL?.trim() || null;
  if (databaseUrl !== null && !/^postgres(ql)?:\/\//.test(databaseUrl)) {
    throw new StartError('DATABASE_URL must start with postgres:// (leave it out to use SQLite).');
  }
  return {
    dataDir: resolve(env.TURNPIKE_DATA_DIR?.trim() || 'data'),
    host: env.HOST?.trim() || '0.0.0.0',
    port: readWhole(env, 'PORT', { fallback: 3000, min: 0, max: 65_535 }),
    databaseUrl,
    redisUrl: readRedisUrl(env),
    secretKey: env.TURNPIKE_SECRET_KEY?.trim() || null,
    newSecretKey: readChoice(env, 'TURNPIKE_NEW_SECRET_KEY', ['no', 'yes']) === 'yes',
    rootAccount: readRootAccount(env),
    trustedProxies: (env.TURNPIKE_TRUSTED_PROXIES ?? '')
      .split(',')
      .map((address) => address.trim())
      .filter((address) => address !== ''),
    bodyLimitBytes: readWhole(env, 'TURNPIKE_BODY_LIMIT', {
      fallback: 32 * 2 ** 20,
      min: 1024,
      max: 2 ** 30,
    }),
    bodyMemoryBytes: readWhole(env, 'TURNPIKE_BODY_MEMORY', {
      fallback: 256 * 2 ** 20,
      min: 1024,
      max: 2 ** 36,
    }),
    cacheMemoryBytes: readWhole(env, 'TURNPIKE_CACHE_MEMORY', {
      fallback: 64 * 2 ** 20,
      min: 0,
      max: 2 ** 36,
    }),
    uploadLimitBytes: readWhole(env, 'TURNPIKE_UPLOAD_LIMIT', {
      fallback: 256 * 2 ** 20,
      min: 1024,
      max: 2 ** 36,
    }),
    uploadSpaceBytes: readWhole(env, 'TURNPIKE_UPLOAD_SPACE', {
      fallback: 4 * 2 ** 30,
      min: 1024,
      max: 2 ** 40,
    }),
    outboxSync: readChoice(env, 'TURNPIKE_OUTBOX_SYNC', ['normal', 'full']),
    outboxLimitRows: readWhole(env, 'TURNPIKE_OUTBOX_LIMIT', {
      fallback: 200_000,
      min: 100,
      max: 50_000_000,
    }),
    logLevel: readChoice(env, 'TURNPIKE_LOG_LEVEL', ['info', 'debug', 'warn', 'error', 'silent']),
    timeouts: {
      connectMs: readSeconds(env, 'TURNPIKE_CONNECT_TIMEOUT', 10),
      headerMs: readSeconds(env, 'TURNPIKE_HEADER_TIMEOUT', 300),
      firstByteMs: readSeconds(env, 'TURNPIKE_FIRST_BYTE_TIMEOUT', 300),
      idleMs: readSeconds(env, 'TURNPIKE_IDLE_TIMEOUT', 120),
      totalMs: readSeconds(env, 'TURNPIKE_TOTAL_TIMEOUT', 3600),
      requestMs: readSeconds(env, 'TURNPIKE_REQUEST_TIMEOUT', 120),
    },
  };
}

function readRedisUrl(env: Environment): string | null {
  const url = env.REDIS_URL?.trim() || null;
  if (url !== null && !(/^rediss?:\/\//.test(url) && URL.canParse(url)))
    throw new StartError('REDIS_URL must be an address that starts with redis:// or rediss://.');
  return url;
}

function readRootAccount(env: Environment): Settings['rootAccount'] {
  const username = env.TURNPIKE_ROOT_USERNAME?.trim();
  if (!username) return null;
  const file = env.TURNPIKE_ROOT_PASSWORD_FILE?.trim();
  let password = env.TURNPIKE_ROOT_PASSWORD;
  if (file) {
    try {
      password = readFileSync(file, 'utf8').trimEnd();
    } catch {
      throw new StartError(`TURNPIKE_ROOT_PASSWORD_FILE cannot be read: ${file}`);
    }
  }
  if (!password) {
    throw new StartError(
      'TURNPIKE_ROOT_USERNAME needs TURNPIKE_ROOT_PASSWORD or TURNPIKE_ROOT_PASSWORD_FILE.',
    );
  }
  return { username, password };
}

function readSeconds(env: Environment, name: string, fallback: number): number {
  return readWhole(env, name, { fallback, min: 1, max: 86_400 }) * 1000;
}

function readWhole(
  env: Environment,
  name: string,
  { fallback, min, max }: { fallback: number; min: number; max: number },
): number {
  const text = env[name]?.trim();
  if (!text) return fallback;
  const value = Number(text);
  if (!Number.isInteger(value) || value < min || value > max) {
    throw new StartError(`${name} must be a whole number from ${min} to ${max}.`);
  }
  return value;
}

function readChoice<const Choice extends string>(
  env: Environment,
  name: string,
  choices: readonly Choice[],
): Choice {
  const text = env[name]?.trim() || choices[0];
  const found = choices.find((choice) => choice === text);
  if (found === undefined) throw new StartError(`${name} must be one of ${choices.join(', ')}.`);
  return found;
}
