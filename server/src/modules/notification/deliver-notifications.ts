import { role } from '@turnpike/contract';
import type { NotificationMessage } from '../../notification/notification-service.ts';
import type { SendResult } from '../../notification/send-notification.ts';
import { randomText } from '../../platform/secrets/random-ids.ts';
import { inParallel } from '../channel/in-parallel.ts';
import {
  claimAll,
  claimOne,
  countDue,
  type DueDelivery,
  deleteOldEvents,
  dropForbidden,
  endClaim,
  findNextDelivery,
  giveUpClaim,
  isActive,
  listDue,
  postpone,
  readClaimed,
} from './delivery-repository.ts';
import { kindCountsText, toNotificationText } from './notification-text.ts';
import { quietUntil } from './quiet-hours.ts';
import { languageOf, type SendDeps, sendToTarget } from './send-to-target.ts';
import { noteAttempt, takeTurn } from './target-turn.ts';

const PARALLEL_TARGETS = 8;
/** Where more wait for a target, they are joined into one message. */
export const MAX_SEPARATE = 20;
const KEPT_SECONDS = 30 * 86_400;
/** Pauses after the first failures; the last one repeats. */
const PAUSES = [60, 300, 1800, 7200, 6 * 3600, 12 * 3600];

/**
 * Sends what is due, to some targets at a time. Several runs at once send each message once.
 * @returns second of the next try; null where nothing waits
 */
export async function deliverNotifications(deps: SendDeps, signal: AbortSignal): Promise<number | null> {
  const { db, clock } = deps;
  await deleteOldEvents(db, clock.nowSeconds() - KEPT_SECONDS);
  for (;;) {
    const due = await listDue(db, clock.nowSeconds());
    if (due.length === 0 || signal.aborted) break;
    const targets = Object.values(Object.groupBy(due, ({ target_id }) => target_id));
    await inParallel(targets, PARALLEL_TARGETS, (rows = []) => deliverTo(deps, rows, signal));
  }
  return findNextDelivery(db);
}

/** @param rows due deliveries of one target */
async function deliverTo(deps: SendDeps, rows: readonly DueDelivery[], signal: AbortSignal): Promise<void> {
  const { db, clock } = deps;
  const [target] = rows;
  if (target === undefined) return;
  const targetId = target.target_id;
  const nowSeconds = clock.nowSeconds();
  // Quiet hours may have begun, or been set, since.
  const until = quietUntil(nowSeconds, target);
  if (until > nowSeconds) return postpone(db, { targetId, nowSeconds, until });
  const allowed = rows.filter(mayReceive);
  if (allowed.length < rows.length) await dropForbidden(db, target);
  const count = await countDue(db, { targetId, nowSeconds, limit: MAX_SEPARATE + 1 });
  if (count > MAX_SEPARATE) {
    if (target.role < role.admin) await dropForbidden(db, target);
    return sendSummary(deps, target, signal);
  }
  for (const row of allowed) {
    if (signal.aborted || !(await sendOne(deps, row, signal))) return;
  }
}

const mayReceive = (row: DueDelivery): boolean =>
  isActive(row) && (row.event_user === row.user_id || row.role >= role.admin);

/** @returns whether the target can be sent more now */
async function sendOne(deps: SendDeps, row: DueDelivery, signal: AbortSignal): Promise<boolean> {
  const { db, clock, options } = deps;
  if (!(await hasTurn(deps, row.target_id))) return false;
  const claim = randomText(16);
  if (!(await claimOne(db, row, { claim, nowSeconds: clock.nowSeconds() }))) return true;
  const { kind, created_time: time } = row;
  const facts = JSON.parse(row.facts);
  const words = toNotificationText(kind, facts, { options, language: languageOf(deps, row) });
  const id = `n_${row.notification_id}_${row.target_id}`;
  return send(deps, row, { claim, state: 'sent', signal, message: { id, kind, time, facts, ...words } });
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
): Promise<boolean> {
  const result = await sendToTarget(deps, target, { ...message, signal }).catch(
    (error: unknown): SendResult => ({ isSent: false, answer: `The message could not be made: ${error}` }),
  );
  // A stop is no failure of the server: the claim ends by itself.
  if (signal.aborted && !result.isSent) return false;
  const { db, clock } = deps;
  const nowSeconds = clock.nowSeconds();
  const { target_id: targetId, attempts } = target;
  if (result.isSent) await endClaim(db, targetId, claim, { state, last_error: '' });
  else {
    const error = result.answer;
    await giveUpClaim(db, targetId, claim, { error, nowSeconds });
    const pause = PAUSES[Math.min(attempts, PAUSES.length - 1)] ?? 0;
    // The last try is made when the time is over.
    const next_try_at = Math.max(nowSeconds + 1, Math.min(nowSeconds + pause, target.give_up_at));
    await endClaim(db, targetId, claim, { next_try_at, last_error: error });
    // The others that wait would fail in the same way.
    await postpone(db, { targetId, nowSeconds, until: nowSeconds + 60 });
  }
  await noteAttempt(db, targetId, { ...result, nowSeconds });
  return result.isSent;
}
