import type { RefusedCallExample } from '@turnpike/contract';
import { sql, type Transaction } from 'kysely';
import type { Db } from '../../db/store.ts';
import type { Tables } from '../../db/tables.ts';
import { readRefusedExamples } from '../../modules/refused-call/refused-call-repository.ts';
import type { Clock } from '../../platform/clock.ts';
import type { GatewayError } from '../../platform/gateway-error.ts';
import type { IncomingMessage } from '../../platform/net/http-messages.ts';
import type { Identity } from '../rights/identity.ts';

const FLUSH_MS = 5_000;
/** Maximum number of sums per flush; further calls are summed by reason alone. */
const MAX_SUMS = 1_000;
const MAX_EXAMPLES = 20;
const MAX_TEXT = 200;
const NOBODY = { user_id: 0, token_id: 0, group_name: '' };

/** The part of a call that is read. */
interface EndedCall {
  requestId: string;
  caller: { request: Pick<IncomingMessage, 'url'>; sourceIp: string };
  identity: Pick<Identity, 'userId' | 'tokenId' | 'tokenGroup' | 'userGroup'> | null;
  error: GatewayError | null;
  attempts: readonly unknown[];
  brokenBy: string | null;
  hold: object | null;
  facts: { model: string } | null;
  address: { model: string | null };
}

interface RefusedSum {
  minute: number;
  user_id: number;
  token_id: number;
  group_name: string;
  reason: string;
  count: number;
  /** The last few. */
  examples: RefusedCallExample[];
}

/**
 * Counts calls that were refused before a channel was asked, by minute, key and reason, with the last few as
 * examples. A flush writes a bounded number of rows, for any number of calls.
 */
export class RefusedCalls {
  readonly #db: Db;
  readonly #clock: Clock;
  readonly #onFailure: (cause: unknown) => void;
  readonly #timer: NodeJS.Timeout;
  #sums = new Map<string, RefusedSum>();
  #flushing: Promise<void> = Promise.resolve();

  constructor({ db, clock, onFailure }: { db: Db; clock: Clock; onFailure: (cause: unknown) => void }) {
    this.#db = db;
    this.#clock = clock;
    this.#onFailure = onFailure;
    this.#timer = setInterval(() => void this.flush(), FLUSH_MS).unref();
  }

  /** Counts an ended call that was refused before a channel was asked and has no log row. */
  note(ctx: EndedCall): void {
    const { error, identity } = ctx;
    if (error === null || ctx.attempts.length > 0 || ctx.brokenBy !== null || isLogged(ctx)) return;
    const minute = Math.floor(this.#clock.nowSeconds() / 60) * 60;
    const who = identity === null ? NOBODY : whoIs(identity);
    const sum = this.#sumOf({ minute, ...who, reason: error.code });
    sum.count += 1;
    if (sum.examples.length === MAX_EXAMPLES) sum.examples.shift();
    sum.examples.push(exampleOf(ctx, this.#clock.nowSeconds()));
  }

  #sumOf(key: Omit<RefusedSum, 'count' | 'examples'>): RefusedSum {
    const name = `${key.minute} ${key.user_id} ${key.token_id} ${key.reason}`;
    const known = this.#sums.get(name);
    if (known !== undefined) return known;
    if (this.#sums.size >= MAX_SUMS && key.user_id !== 0) return this.#sumOf({ ...key, ...NOBODY });
    const sum = { ...key, count: 0, examples: [] };
    this.#sums.set(name, sum);
    return sum;
  }

  /**
   * Writes the counts. If the database is unavailable, they stay in memory within the same bounds until the
   * next flush.
   */
  flush(): Promise<void> {
    this.#flushing = this.#flushing.then(() => this.#write());
    return this.#flushing;
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.flush();
  }

  async #write(): Promise<void> {
    if (this.#sums.size === 0) return;
    const sums = this.#sums;
    this.#sums = new Map();
    try {
      await this.#db.transaction().execute(async (trx) => {
        for (const sum of sums.values()) await addSum(trx, sum);
      });
    } catch (cause) {
      this.#onFailure(cause);
      for (const { count, examples, ...key } of sums.values()) {
        const sum = this.#sumOf(key);
        sum.count += count;
        sum.examples = [...examples, ...sum.examples].slice(-MAX_EXAMPLES);
      }
    }
  }
}

const whoIs = ({ userId, tokenId, tokenGroup, userGroup }: NonNullable<EndedCall['identity']>) => ({
  ...{ user_id: userId, token_id: tokenId },
  group_name: tokenGroup || userGroup,
});

/** A call with held points has a log row, unless all channels are at their limits. */
const isLogged = ({ hold, error }: EndedCall): boolean => hold !== null && error?.code !== 'rate.channels';

function exampleOf(ctx: EndedCall, time: number): RefusedCallExample {
  const { caller, error } = ctx;
  return {
    request_id: ctx.requestId,
    time,
    source_ip: caller.sourceIp,
    path: (caller.request.url ?? '').split('?', 1)[0]?.slice(0, MAX_TEXT) ?? '',
    model: (ctx.facts?.model ?? ctx.address.model ?? '').slice(0, MAX_TEXT),
    message: (error?.message ?? '').slice(0, MAX_TEXT),
    note: (error?.note ?? '').slice(0, MAX_TEXT),
  };
}

/** An earlier flush may have written calls of the same minute: the last examples of both are kept. */
async function addSum(trx: Transaction<Tables>, { examples, count, ...key }: RefusedSum): Promise<void> {
  const stored = await trx
    .selectFrom('refused_calls')
    .select('examples')
    .where('minute', '=', key.minute)
    .where('user_id', '=', key.user_id)
    .where('token_id', '=', key.token_id)
    .where('reason', '=', key.reason)
    .executeTakeFirst();
  const earlier = stored === undefined ? [] : readRefusedExamples(stored.examples);
  const last = [...earlier, ...examples].slice(-MAX_EXAMPLES);
  await trx
    .insertInto('refused_calls')
    .values({ ...key, count, examples: JSON.stringify(last) })
    .onConflict((conflict) =>
      conflict.columns(['minute', 'user_id', 'token_id', 'reason']).doUpdateSet((eb) => ({
        count: sql<number>`refused_calls.count + excluded.count`,
        examples: eb.ref('excluded.examples'),
        group_name: eb.ref('excluded.group_name'),
      })),
    )
    .execute();
}
