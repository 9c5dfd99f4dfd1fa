import { setTimeout as pause } from 'node:timers/promises';
import { role } from '@turnpike/contract';
import type { NotificationMessage } from '../../notification/notification-service.ts';
import type { SendResult } from '../../notification/send-notification.ts';
import { randomText } from '../../platform/secrets/random-ids.ts';
import {
  claimAll,
  claimOne,
  countDue,
  type DueDelivery,
  deleteOldEvents,
  dropForbidden,
  endClaim,
  findDue,
  findNextDelivery,
  giveUpClaim,
  isActive,
  postpone,
  readClaimed,
} from './delivery-repository.ts';
import { kindCountsText, toNotificationText } from './notification-text.ts';
import { quietUntil } from './quiet-hours.ts';
import { languageOf, type SendDeps, sendToTarget } from './send-to-target.ts';
import { noteAttempt, takeTurn } from './target-turn.ts';

const PARALLEL_TARGETS = 16;
/** So that slow servers of one account leave places for others. */
const PARALLEL_OF_USER = 4;
/** Something new is looked for at least so often while others are sent. */
const LOOK_MS = 500;
/** Where more wait for a target, they are joined into one message. */
export const MAX_SEPARATE = 20;
const KEPT_SECONDS = 30 * 86_400;
/** Pauses after the first failures; the last one repeats. */
const PAUSES = [60, 300, 1800, 7200, 6 * 3600, 12 * 3600];

/**
 * Sends what is due: to some targets at a time, and to each one message after the other. Several runs at once send each
 * message once.
 * @returns second of the next try; null where nothing waits
 */
export async function deliverNotifications(deps: SendDeps, signal: AbortSignal): Promise<number | null> {
  const { db, clock } = deps;
  await deleteOldEvents(db, clock.nowSeconds() - KEPT_SECONDS);
  const busy = new Map<number, { userId: number; ended: Promise<void> }>();
  /** By target: a fault of one does not keep messages from others. */
  const faults = new Map<number, unknown>();
  for (;;) {
    const mayStart = busy.size < PARALLEL_TARGETS && faults.size < PARALLEL_TARGETS && !signal.aborted;
    const { busyTargets, busyUsers } = busyOf(busy);
    const ends = [...busy.values()].map(({ ended }) => ended);
    const row = mayStart
      ? await findDue(db, {
          nowSeconds: clock.nowSeconds(),
          busyTargets: [...busyTargets, ...faults.keys()],
          busyUsers,
        })
      : undefined;
    if (row !== undefined) {
      const ended = deliver(deps, row, signal)
        .catch((error: unknown) => void faults.set(row.target_id, error))
        .finally(() => busy.delete(row.target_id));
      busy.set(row.target_id, { userId: row.user_id, ended });
    } else if (ends.length === 0) break;
    // One that ended while the others were looked for may have more to send.
    else await Promise.race([...ends, pause(LOOK_MS, undefined, { ref: false })]);
  }
  for (const fault of faults.values()) throw fault;
  return findNextDelivery(db);
}

function busyOf(busy: ReadonlyMap<number, { userId: number }>) {
  const byUser = Map.groupBy(busy.values(), ({ userId }) => userId);
  const full = [...byUser].filter(([, { length }]) => length >= PARALLEL_OF_USER);
  return { busyTargets: [...busy.keys()], busyUsers: full.map(([userId]) => userId) };
}

/** Sends one message to the target of a delivery that was just read. */
async function deliver(deps: SendDeps, row: DueDelivery, signal: AbortSignal): Promise<void> {
  const { db, clock } = deps;
  const targetId = row.target_id;
  const nowSeconds = clock.nowSeconds();
  if (!mayReceive(row)) return dropForbidden(db, row);
  // Quiet hours may have begun, or been set, since.
  const until = quietUntil(nowSeconds, row);
  if (until > nowSeconds) return postpone(db, { targetId, nowSeconds, until });
  const count = await countDue(db, { targetId, nowSeconds, limit: MAX_SEPARATE + 1 });
  if (count <= MAX_SEPARATE) return sendOne(deps, row, signal);
  if (row.role < role.admin) await dropForbidden(db, row);
  await sendSummary(deps, row, signal);
}

const mayReceive = (row: DueDelivery): boolean =>
  isActive(row) && (row.event_user === row.user_id || row.role >= role.admin);

async function sendOne(deps: SendDeps, row: DueDelivery, signal: AbortSignal): Promise<void> {
  const { db, clock, options } = deps;
  if (!(await hasTurn(deps, row.target_id))) return;
  const claim = randomText(16);
  if (!(await claimOne(db, row, { claim, nowSeconds: clock.nowSeconds() }))) return;
  const { kind, created_time: time } = row;
  const facts = JSON.parse(row.facts);
  const words = toNotificationText(kind, facts, { options, language: languageOf(deps, row) });
  const id = `n_${row.notification_id}_${row.target_id}`;
  await send(deps, row, { claim, state: 'sent', signal, message: { id, kind, time, facts, ...words } });
}

async function sendSummary(deps: SendDeps, target: DueDelivery, signal: AbortSignal): Promise<void> {
  const { db, clock, options } = deps;
  const targetId = target.target_id;
  if (!(await hasTurn(deps, targetId))) return;
  const claim = randomText(16);
  const time = clock.nowSeconds();
  if (!(await claimAll(db, { targetId, claim, nowSeconds: time }))) return;
  const { byKind, first, last, attempts } = await readClaimed(db, targetId, claim);
  const language = languageOf(deps, target);
  const count = byKind.reduce((sum, one) => sum + one.count, 0);
  const facts = { count, kinds: byKind };
  const shown = { count, kinds: kindCountsText(byKind, language) };
  const words = toNotificationText('summary', shown, { options, language });
  const message = {
    ...{ id: `s_${first}_${last}_${targetId}`, kind: 'summary' as const, time, facts },
    ...words,
  };
  await send(deps, { ...target, attempts }, { claim, state: 'joined', signal, message });
}

/** At most so many messages a minute; the rest waits for the next one. */
async function hasTurn({ db, clock }: SendDeps, targetId: number): Promise<boolean> {
  const nowSeconds = clock.nowSeconds();
  if (await takeTurn(db, targetId, { nowSeconds, limit: MAX_SEPARATE })) return true;
  await postpone(db, { targetId, nowSeconds, until: nowSeconds - (nowSeconds % 60) + 60 });
  return false;
}

interface Attempt {
  claim: string;
  state: 'sent' | 'joined';
  message: NotificationMessage;
  signal: AbortSignal;
}

async function send(
  deps: SendDeps,
  target: DueDelivery,
  { claim, state, message, signal }: Attempt,
): Promise<void> {
  const result = await sendToTarget(deps, target, { ...message, signal }).catch(
    (error: unknown): SendResult => ({ isSent: false, answer: `The message could not be made: ${error}` }),
  );
  // A stop is no failure of the server: the claim ends by itself.
  if (signal.aborted && !result.isSent) return;
  const { db, clock } = deps;
  const nowSeconds = clock.nowSeconds();
  const { target_id: targetId, attempts } = target;
  if (result.isSent) await endClaim(db, targetId, claim, { state, last_error: '' });
  else {
    const error = result.answer;
    await giveUpClaim(db, targetId, claim, { error, nowSeconds });
    const wait = PAUSES[Math.min(attempts, PAUSES.length - 1)] ?? 0;
    // The last try is made when the time is over. Later events of a summary have more of it.
    const { give_up_at: end } = target;
    const next_try_at = end > nowSeconds ? Math.min(nowSeconds + wait, end) : nowSeconds + wait;
    await endClaim(db, targetId, claim, { next_try_at, last_error: error });
    // The others that wait would fail in the same way.
    await postpone(db, { targetId, nowSeconds, until: nowSeconds + 60 });
  }
  await noteAttempt(db, targetId, { ...result, nowSeconds });
}
