import type { Redis } from 'ioredis';
import type { Clock } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import type { SecretBox } from '../../platform/secrets/secret-box.ts';
import type { AnswerStore, CachedAnswer } from './cached-answer.ts';

/** A call waits no longer than this for an answer from the cache. */
const WAIT_MS = 50;
const CONNECT_MS = 2000;
/** After a failure, the server is left alone for so long. */
const REST_MS = 5000;
const PREFIX = 'turnpike:answer:';
const purposeOf = (name: string): string => `cache.answer ${name}`;

interface RedisStoreDeps {
  secretBox: SecretBox;
  clock: Pick<Clock, 'monotonicMs'>;
  log: Pick<Log, 'warn'>;
}

/** Keeps sealed answers in Valkey or Redis. While the server cannot be used, nothing is found and nothing kept. */
export class RedisStore implements AnswerStore {
  readonly #redis: Redis;
  readonly #deps: RedisStoreDeps;
  #restsUntilMs = 0;

  private constructor(redis: Redis, deps: RedisStoreDeps) {
    this.#redis = redis;
    this.#deps = deps;
    // Without a listener, a lost connection would end the process.
    redis.on('error', (error) => this.#fail(error));
  }

  /** @param url `redis://` or `rediss://`, with the password */
  static async open(url: string, deps: RedisStoreDeps): Promise<RedisStore> {
    const { Redis: Client } = await import('ioredis');
    const redis = new Client(url, {
      ...{ connectTimeout: CONNECT_MS, commandTimeout: WAIT_MS, maxRetriesPerRequest: 0 },
      // A call does not wait for a connection.
      enableOfflineQueue: false,
      retryStrategy: (times) => Math.min(times * 500, REST_MS),
    });
    return new RedisStore(redis, deps);
  }

  async find(name: string): Promise<CachedAnswer | null> {
    if (this.#rests) return null;
    try {
      const sealed = await this.#redis.get(PREFIX + name);
      if (sealed === null) return null;
      const { bytes, ...answer } = JSON.parse(this.#deps.secretBox.open(sealed, purposeOf(name)));
      return { ...answer, bytes: Buffer.from(bytes, 'base64') };
    } catch (error) {
      this.#fail(error);
      return null;
    }
  }

  keep(name: string, { bytes, ...answer }: CachedAnswer, seconds: number): void {
    if (this.#rests) return;
    const text = JSON.stringify({ ...answer, bytes: bytes.toString('base64') });
    const sealed = this.#deps.secretBox.seal(text, purposeOf(name));
    this.#redis.set(PREFIX + name, sealed, 'EX', seconds).catch((error: unknown) => this.#fail(error));
  }

  async close(): Promise<void> {
    this.#redis.disconnect();
  }

  get #rests(): boolean {
    return this.#deps.clock.monotonicMs() < this.#restsUntilMs;
  }

  #fail(error: unknown): void {
    if (this.#rests) return;
    this.#restsUntilMs = this.#deps.clock.monotonicMs() + REST_MS;
    // The address holds a password.
    const { name, message } = error instanceof Error ? error : { name: 'error', message: '' };
    this.#deps.log.warn({ error: `${name}: ${message}` }, 'the cache of answers cannot be used');
  }
}
