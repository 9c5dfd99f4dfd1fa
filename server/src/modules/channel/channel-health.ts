import type { ChannelHealthView, ChannelState } from '@turnpike/contract';
import { fieldError } from '../../platform/gateway-error.ts';
import type { ModuleDeps } from '../module-deps.ts';
import { countUsableKeys, listHealthHours } from './channel-health-repository.ts';
import type { RecentSums } from './health-source.ts';
import type { RestingKey } from './resting-key.ts';

const DAY_SECONDS = 86_400;
const MAX_CHANNELS = 100;

const NO_CALLS: RecentSums = { calls: 0, failures: 0, firstByteMs: 0, durationMs: 0, inFlight: 0 };

/** @throws request.invalid if the list is none of at most 100 numbers */
export async function listChannelHealth(
  deps: Pick<ModuleDeps, 'db' | 'clock' | 'health' | 'restingKeys'>,
  { ids }: { ids?: string | undefined },
): Promise<ChannelHealthView[]> {
  const { db, clock, health, restingKeys } = deps;
  const recent = health.recent();
  const asked = ids === undefined ? troubledOf(recent, restingKeys) : parseIds(ids);
  if (asked.length === 0) return [];
  const now = clock.nowSeconds();
  const [usableKeys, hours] = await Promise.all([
    countUsableKeys(db, asked),
    listHealthHours(db, { since: now - DAY_SECONDS, ids: asked }),
  ]);
  const hoursOf = Map.groupBy(hours, ({ channel_id }) => channel_id);
  return asked.flatMap((id) => {
    const keys = usableKeys.get(id);
    if (keys === undefined) return [];
    const rests = restingKeys(id);
    const sums = recent.get(id) ?? NO_CALLS;
    const answered = sums.calls - sums.failures;
    return {
      id,
      state: keys === 0 ? 'off' : stateOf(sums, rests, keys),
      ...{ calls: sums.calls, failures: sums.failures, in_flight: sums.inFlight },
      first_byte_ms: answered === 0 ? null : Math.round(sums.firstByteMs / answered),
      duration_ms: answered === 0 ? null : Math.round(sums.durationMs / answered),
      last_error: health.lastErrorOf(id),
      rests: rests.map(({ keyId, model, code, seconds }) => ({ key_id: keyId, model, code, seconds })),
      hours: (hoursOf.get(id) ?? []).map(({ hour, calls, failures }) => ({ hour, calls, failures })),
    };
  });
}

/** A fifth of the calls. */
const isFailing = ({ calls, failures }: RecentSums): boolean => failures > 0 && failures * 5 >= calls;

/** A rest of one key of several leaves the channel in use. */
function stateOf(sums: RecentSums, rests: readonly RestingKey[], keys: number): ChannelState {
  if (rests.some(({ keyId }) => keyId === null)) return 'resting';
  const restsOfModels = [...Map.groupBy(rests, ({ model }) => model).values()];
  if (restsOfModels.some((ofModel) => ofModel.length >= keys)) return 'resting';
  return isFailing(sums) || rests.length > 0 ? 'failing' : 'healthy';
}

/** At most 100 channels that fail or rest, those with most failures first. */
export const troubledChannels = ({
  health,
  restingKeys,
}: Pick<ModuleDeps, 'health' | 'restingKeys'>): number[] => troubledOf(health.recent(), restingKeys);

function troubledOf(
  recent: ReadonlyMap<number, RecentSums>,
  restingKeys: ModuleDeps['restingKeys'],
): number[] {
  return [...recent]
    .filter(([id, sums]) => isFailing(sums) || restingKeys(id).length > 0)
    .sort(([, a], [, b]) => b.failures - a.failures)
    .slice(0, MAX_CHANNELS)
    .map(([id]) => id);
}

function parseIds(text: string): number[] {
  const ids = [...new Set(text.split(',').map(Number))];
  if (ids.length > MAX_CHANNELS || !ids.every((id) => Number.isSafeInteger(id) && id > 0))
    throw fieldError('ids', 'request.invalid');
  return ids;
}
