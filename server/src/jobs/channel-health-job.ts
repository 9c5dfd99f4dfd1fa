import type { Db } from '../db/store.ts';
import { addHealthHours, deleteHealthHours } from '../modules/channel/channel-health-repository.ts';
import type { Clock } from '../platform/clock.ts';
import type { ChannelHealth } from '../relay/learned/channel-health.ts';
import type { Job } from './job.ts';

const KEPT_SECONDS = 30 * 86_400;

/** Stores the hourly sums of the calls of this process at its channels; those of the last month are kept. */
export const channelHealthJob = ({
  health,
  db,
  clock,
}: {
  health: ChannelHealth;
  db: Db;
  clock: Pick<Clock, 'nowSeconds'>;
}): Job => ({
  name: 'channel-health',
  schedule: { everySeconds: 60 },
  isPerProcess: true,
  maxRunSeconds: 60,
  async run() {
    await storeHealth(health, db);
    await deleteHealthHours(db, clock.nowSeconds() - KEPT_SECONDS);
  },
});

/** Stores the sums so far; they stay in memory if that fails. */
export async function storeHealth(health: ChannelHealth, db: Db): Promise<void> {
  const hours = health.takeHours();
  if (hours.length === 0) return;
  try {
    await addHealthHours(db, hours);
  } catch (error) {
    health.returnHours(hours);
    throw error;
  }
}
