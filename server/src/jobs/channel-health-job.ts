import type { Db } from '../db/store.ts';
import { addHealthHours, deleteHealthHours } from '../modules/channel/channel-health-repository.ts';
import { addModelHours, deleteModelHours } from '../modules/model/model-hours-repository.ts';
import type { Clock } from '../platform/clock.ts';
import type { ChannelHealth } from '../relay/learned/channel-health.ts';
import type { ModelHours } from '../relay/learned/model-hours.ts';
import type { Job } from './job.ts';

const KEPT_SECONDS = 30 * 86_400;
/** The public status shows a day. */
const MODELS_KEPT_SECONDS = 2 * 86_400;

/** Stores the hourly sums of the calls of this process at its channels and of its models, and deletes old ones. */
export const channelHealthJob = ({
  health,
  modelHours,
  db,
  clock,
}: {
  health: ChannelHealth;
  modelHours: ModelHours;
  db: Db;
  clock: Pick<Clock, 'nowSeconds'>;
}): Job => ({
  name: 'channel-health',
  schedule: { everySeconds: 60 },
  isPerProcess: true,
  maxRunSeconds: 60,
  async run() {
    await storeHealth(health, db);
    await storeModelHours(modelHours, db);
    await deleteHealthHours(db, clock.nowSeconds() - KEPT_SECONDS);
    await deleteModelHours(db, clock.nowSeconds() - MODELS_KEPT_SECONDS);
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

/** The same for the sums of models. */
export async function storeModelHours(modelHours: ModelHours, db: Db): Promise<void> {
  const hours = modelHours.takeHours();
  if (hours.length === 0) return;
  try {
    await addModelHours(db, hours);
  } catch (error) {
    modelHours.returnHours(hours);
    throw error;
  }
}
