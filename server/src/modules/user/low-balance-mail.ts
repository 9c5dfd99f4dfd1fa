import { userStatus } from '@turnpike/contract';
import type { Transaction } from 'kysely';
import type { Db } from '../../db/store.ts';
import type { Tables } from '../../db/tables.ts';
import { mailServerOf } from '../mail/mail-server.ts';
import { queueMail } from '../mail/queue-mail.ts';
import type { ModuleDeps } from '../module-deps.ts';
import { dollarText } from './amount-text.ts';

type Deps = Pick<ModuleDeps, 'db' | 'clock' | 'options' | 'secretBox' | 'jobRunner'>;

const ACCOUNTS_PER_PAGE = 1000;

/**
 * Mails each account once when its balance falls below `QuotaRemindThreshold`. It is due again after a balance above it.
 * Only an address that its owner has proved gets mail.
 */
export async function mailLowBalances(deps: Deps, signal: AbortSignal): Promise<void> {
  const { db, options, jobRunner } = deps;
  const threshold = options.number('QuotaRemindThreshold');
  if (threshold === 0 || mailServerOf(options) === undefined) return;
  let after = 0;
  while (!signal.aborted) {
    const last = await lastOfPage(db, after);
    if (last === undefined) break;
    const page = { after, last, threshold };
    const mailed = await db.transaction().execute((trx) => mailPage(deps, trx, page));
    if (mailed > 0) jobRunner.runSoon('mail');
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

/** @returns number of mails */
async function mailPage(
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
      ...(['email', 'proved_email', 'username', 'display_name'] as const),
      ...(['quota', 'language', 'status', 'deleted_time'] as const),
    ])
    .execute();
  const mailed = fallen.filter(
    ({ email, proved_email, status, deleted_time }) =>
      email !== '' && email === proved_email && status === userStatus.enabled && deleted_time === 0,
  );
  for (const { email, username, display_name, quota, language } of mailed) {
    const address = deps.options.text('ServerAddress').replace(/\/+$/, '');
    const mail = {
      kind: 'lowBalance' as const,
      name: display_name || username,
      amount: deps.options.flag('DisplayInCurrencyEnabled') ? dollarText(quota) : String(quota),
      link: address === '' ? '' : `${address}/panel`,
    };
    await queueMail({ ...deps, db: trx }, { to: email, language, mail });
  }
  return mailed.length;
}
