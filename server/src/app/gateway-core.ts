import { join } from 'node:path';
import { Outbox } from '../billing/outbox.ts';
import { QuotaBook } from '../billing/quota-book.ts';
import { OutboxFile } from '../db/outbox-file.ts';
import type { Store } from '../db/store.ts';
import { RoutingTable } from '../modules/routing/routing-table.ts';
import type { Clock } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';
import { randomText } from '../platform/random-ids.ts';
import type { SecretBox } from '../platform/secret-box.ts';
import { TokenCounter } from '../platform/token-counter.ts';
import { createUpstreamClient } from '../platform/upstream-client.ts';
import { RequestLimiter } from '../relay/admit/request-limiter.ts';
import { CallMeter } from '../relay/call-meter.ts';
import { UsageHabits } from '../relay/deliver/usage-habits.ts';
import { IdentityDirectory } from '../relay/identify/identity-directory.ts';
import type { RelayNeeds, RelayOptions } from '../relay/relay-needs.ts';
import { Cooldowns } from '../relay/select/cooldowns.ts';
import type { Settings } from '../settings/settings.ts';

/** The parts that money and relayed calls go through, joined. */
export interface GatewayCore {
  relay: RelayNeeds;
  quotaBook: QuotaBook;
  outbox: Outbox;
  routing: RoutingTable;
  identities: IdentityDirectory;
  close(): Promise<void>;
}

/**
 * Joins the core and brings the database up to date with what an earlier process left in the outbox: only then
 * are balances true.
 */
export async function buildGatewayCore({
  settings,
  store,
  clock,
  secretBox,
  log,
  relayOptions,
  isStopping,
}: {
  settings: Settings;
  store: Store;
  clock: Clock;
  secretBox: SecretBox;
  log: Log;
  relayOptions: () => RelayOptions;
  isStopping: () => boolean;
}): Promise<GatewayCore> {
  const { db } = store;
  const quotaBook = new QuotaBook({
    balanceOf: async (userId) =>
      (await db.selectFrom('users').select('quota').where('id', '=', userId).executeTakeFirst())?.quota,
    remainderOf: async (tokenId) =>
      (await db.selectFrom('tokens').select('remain_quota').where('id', '=', tokenId).executeTakeFirst())
        ?.remain_quota,
  });
  const file = new OutboxFile(join(settings.dataDir, 'outbox.db'), {
    sync: settings.outboxSync,
    newId: () => randomText(16),
  });
  const written = await db
    .selectFrom('outbox_positions')
    .select('last_number')
    .where('outbox_id', '=', file.outboxId)
    .executeTakeFirst();
  file.startAfter(written?.last_number ?? 0);
  let drainFailed = false;
  const outbox = new Outbox({
    file,
    target: store,
    nowSeconds: () => clock.nowSeconds(),
    limitRows: settings.outboxLimitRows,
    events: {
      onDrained: (through) => {
        quotaBook.drained(through);
        if (drainFailed) log.info({}, 'settlements are written again');
        drainFailed = false;
      },
      onDrainFailed: (error) => {
        if (!drainFailed) log.error({ error: String(error) }, 'settlements wait for the database');
        drainFailed = true;
      },
    },
  });
  await outbox.drainNow();

  const routing = new RoutingTable({ db, secretBox, log });
  await routing.reload();
  const identities = new IdentityDirectory({ db, clock });
  const upstreams = createUpstreamClient(settings.timeouts);
  const tokenCounter = new TokenCounter();
  return {
    quotaBook,
    outbox,
    routing,
    identities,
    relay: {
      clock,
      identities,
      limiter: new RequestLimiter(clock),
      callMeter: new CallMeter(clock),
      routing,
      quotaBook,
      outbox,
      upstreams,
      cooldowns: new Cooldowns(clock),
      tokenCounter,
      usageHabits: new UsageHabits(),
      bodyLimitBytes: settings.bodyLimitBytes,
      timeouts: settings.timeouts,
      options: relayOptions,
      report: ({ requestId, message, cause }) =>
        log.warn({ request_id: requestId, cause: String(cause ?? '') }, message),
      isStopping,
    },
    async close() {
      await outbox.close();
      await Promise.all([upstreams.close(), tokenCounter.close()]);
    },
  };
}
