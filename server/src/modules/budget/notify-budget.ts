import { formatGatewayNote, logType } from '@turnpike/contract';
import type { Transaction } from 'kysely';
import { insertLogNote } from '../../db/log-note.ts';
import type { Tables } from '../../db/tables.ts';
import { newRequestId } from '../../platform/secrets/random-ids.ts';
import { mailServerOf } from '../mail/mail-server.ts';
import { queueMail } from '../mail/queue-mail.ts';
import type { ModuleDeps } from '../module-deps.ts';
import type { BudgetRow } from './budget-repository.ts';

export type NotifyDeps = Pick<ModuleDeps, 'clock' | 'options' | 'secretBox'>;

/** A budget whose use has come to its alert, in the present period. */
export interface BudgetAlert {
  budget: BudgetRow;
  used: number;
  limit: number;
}

/** The budget as notes in the log name it. */
export const notedBudget = ({ owner_type, owner_id, period, model, unit }: BudgetRow) => ({
  ...{ owner: owner_type, ownerId: owner_id, period, model, unit },
});

/**
 * Reports that a budget has come to its alert: a row of the administrators' log, and a mail to the owner of a key or an
 * account. Call `jobRunner.runSoon('mail')` after the commit.
 */
export async function notifyBudgetShare(
  deps: NotifyDeps,
  trx: Transaction<Tables>,
  alert: BudgetAlert,
): Promise<void> {
  const { clock } = deps;
  const { budget, used, limit } = alert;
  await insertLogNote(trx, {
    ...{ request_id: newRequestId(clock.nowMs()), user_id: 0, username: '', source_ip: '' },
    ...{ created_at: clock.nowSeconds(), type: logType.system, quota: 0 },
    content: formatGatewayNote({ about: 'budgetAlert', ...notedBudget(budget), used, points: limit }),
  });
  if (mailServerOf(deps.options) !== undefined) await mailOwner(deps, trx, alert);
}

/** Only an address that its owner has proved gets mail. */
async function mailOwner(
  deps: NotifyDeps,
  trx: Transaction<Tables>,
  { budget, used, limit }: BudgetAlert,
): Promise<void> {
  const { owner_type, owner_id } = budget;
  if (owner_type !== 'token' && owner_type !== 'user') return;
  const users = trx
    .selectFrom('users')
    .select(['users.email', 'users.username', 'users.display_name', 'users.language'])
    .where('users.email', '!=', '')
    .whereRef('users.email', '=', 'users.proved_email')
    .where('users.deleted_time', '=', 0);
  const owner = await (owner_type === 'user'
    ? users.select(({ val }) => val('').as('key')).where('users.id', '=', owner_id)
    : users
        .innerJoin('tokens', 'tokens.user_id', 'users.id')
        .select('tokens.name as key')
        .where('tokens.id', '=', owner_id)
        .where('tokens.deleted_time', '=', 0)
  ).executeTakeFirst();
  if (owner === undefined) return;
  const { email, username, display_name, language, key } = owner;
  const site = deps.options.text('ServerAddress').replace(/\/+$/, '');
  const given = {
    ...{ name: display_name || username, percent: Math.floor((used / limit) * 100) },
    link: site === '' ? '' : `${site}/panel/token`,
  };
  const mail =
    owner_type === 'token'
      ? { kind: 'keyBudget' as const, ...given, key }
      : { kind: 'accountBudget' as const, ...given };
  await queueMail({ ...deps, db: trx }, { to: email, language, mail });
}
