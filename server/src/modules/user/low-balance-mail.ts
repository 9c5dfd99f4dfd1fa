import { type Language, userStatus } from '@turnpike/contract';
import type { Transaction } from 'kysely';
import type { Db } from '../../db/store.ts';
import type { Tables } from '../../db/tables.ts';
import { mailServerOf } from '../mail/mail-server.ts';
import { queueMail } from '../mail/queue-mail.ts';
import type { ModuleDeps } from '../module-deps.ts';
import { notify } from '../notification/notify.ts';
import { hasMailTarget } from '../notification/target-repository.ts';
import { dollarText } from './amount-text.ts';

type Deps = Pick<ModuleDeps, 'db' | 'clock' | 'options' | 'secretBox' | 'jobRunner'>;

const ACCOUNTS_PER_PAGE = 1000;

/**
 * Reports each fall of a balance below `QuotaRemindThreshold` once: to the account, by mail unless it chose otherwise,
 * and to administrators. It is due again after a balance above it. Only an address that its owner has proved gets mail.
 */
export async function reportLowBalances(deps: Deps, signal: AbortSignal): Promise<void> {
  const { db, options, jobRunner } = deps;
  const threshold = options.number('QuotaRemindThreshold');
  if (threshold === 0) return;
  let after = 0;
  while (!signal.aborted) {
    const last = await lastOfPage(db, after);
    if (last === undefined) break;
    const page = { after, last, threshold };
    const fallen = await db.transaction().execute((trx) => reportPage(deps, trx, page));
    if (fallen > 0) for (const job of ['mail', 'notifications']) jobRunner.runSoon(job);
    after = last;
  }
}

interface AccountPage {
  after: number;
  last: number;
  threshold: number;
}

/** By the key of the table: an index of balances would slow down every charge. */
async function lastOfPage(db: Db, after: number): Promise<number | undefined> {
  const page = db
    .selectFrom('users')
    .select('id')
    .where('id', '>', after)
    .orderBy('id')
    .limit(ACCOUNTS_PER_PAGE)
    .as('page');
  const { last } = await db
    .selectFrom(page)
    .select(({ fn }) => fn.max('page.id').as('last'))
    .executeTakeFirstOrThrow();
  return last ?? undefined;
}

/** @returns number of accounts */
async function reportPage(
  deps: Deps,
  trx: Transaction<Tables>,
  { after, last, threshold }: AccountPage,
): Promise<number> {
  const accounts = trx.updateTable('users').where('id', '>', after).where('id', '<=', last);
  await accounts
    .set({ low_balance_watch: 1 })
    .where('low_balance_watch', '=', 0)
    .where('quota', '>=', threshold)
    .execute();
  const fallen = await accounts
    .set({ low_balance_watch: 0 })
    .where('low_balance_watch', '=', 1)
    .where('quota', '<', threshold)
    .returning([
      ...(['id', 'email', 'proved_email', 'username', 'display_name'] as const),
      ...(['quota', 'language', 'status', 'deleted_time'] as const),
    ])
    .execute();
  const active = fallen.filter(
    ({ status, deleted_time }) => status === userStatus.enabled && deleted_time === 0,
  );
  for (const account of active) {
    await notifyBoth(deps, trx, account);
    const { id, email, proved_email } = account;
    if (email === '' || email !== proved_email || mailServerOf(deps.options) === undefined) continue;
    if (!(await hasMailTarget(trx, id, 'low_balance'))) await mailOwner(deps, trx, account);
  }
  return active.length;
}

interface FallenAccount {
  id: number;
  email: string;
  username: string;
  display_name: string;
  quota: number;
  language: Language | '';
}

async function notifyBoth(
  { clock }: Deps,
  trx: Transaction<Tables>,
  { id, username, quota: points }: FallenAccount,
): Promise<void> {
  const period = clock.nowSeconds();
  await notify({ db: trx, clock }, { kind: 'low_balance', userId: id, period, facts: { points } });
  const facts = { customer_id: id, customer: username, points };
  const event = { kind: 'customer_low_balance', userId: 0, subject: id, period, facts } as const;
  await notify({ db: trx, clock }, event);
}

/** The mail that every account gets unless an own target for mails receives the event. */
async function mailOwner(
  deps: Deps,
  trx: Transaction<Tables>,
  { email, username, display_name, quota, language }: FallenAccount,
): Promise<void> {
  const address = deps.options.text('ServerAddress').replace(/\/+$/, '');
  const mail = {
    kind: 'lowBalance' as const,
    name: display_name || username,
    amount: deps.options.flag('DisplayInCurrencyEnabled') ? dollarText(quota) : String(quota),
    link: address === '' ? '' : `${address}/panel`,
  };
  await queueMail({ ...deps, db: trx }, { to: email, language, mail });
}
