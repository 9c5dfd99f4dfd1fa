import { formatGatewayNote, logType } from '@turnpike/contract';
import type { Transaction } from 'kysely';
import { insertLogNote } from '../../db/log-note.ts';
import type { Tables } from '../../db/tables.ts';
import { newRequestId } from '../../platform/secrets/random-ids.ts';
import { mailServerOf } from '../mail/mail-server.ts';
import { queueMail } from '../mail/queue-mail.ts';
import type { ModuleDeps } from '../module-deps.ts';
import { notify } from '../notification/notify.ts';
import { hasMailTarget } from '../notification/target-repository.ts';
import { periodAt } from './budget-period.ts';
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
 * Reports that a budget has come to its alert. There is a row of the administrators' log, a mail to the owner of a key or an
 * account, and an event for those who chose it. Call `jobRunner.runSoon` of `mail` and `notifications` after the commit.
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
  const { userId, name } = await ownerOf(trx, budget);
  // An e-mail target of the owner takes the place of this mail.
  const isMailed = userId === 0 || (await hasMailTarget(trx, userId, 'budget_alert'));
  if (!isMailed && mailServerOf(deps.options) !== undefined) await mailOwner(deps, trx, alert);
  await notify(
    { db: trx, clock },
    {
      ...{ kind: 'budget_alert', userId, subject: budget.id },
      period: periodAt(budget, clock.nowSeconds()).start,
      facts: { name, percent: percentOf(alert) },
    },
  );
}

const percentOf = ({ used, limit }: BudgetAlert): number => Math.floor((used / limit) * 100);

/** The account that receives the event, 0 for administrators, and the name of the owner. */
async function ownerOf(
  trx: Transaction<Tables>,
  { owner_type, owner_id }: BudgetRow,
): Promise<{ userId: number; name: string }> {
  switch (owner_type) {
    case 'token': {
      const tokens = trx.selectFrom('tokens').select(['user_id', 'name']).where('id', '=', owner_id);
      const token = await tokens.executeTakeFirst();
      return { userId: token?.user_id ?? 0, name: token?.name ?? '' };
    }
    case 'user': {
      const users = trx.selectFrom('users').select(['username', 'display_name']).where('id', '=', owner_id);
      const user = await users.executeTakeFirst();
      return { userId: owner_id, name: user?.display_name || (user?.username ?? '') };
    }
    case 'group': {
      const groups = trx.selectFrom('user_groups').select('name').where('id', '=', owner_id);
      return { userId: 0, name: (await groups.executeTakeFirst())?.name ?? '' };
    }
    case 'channel': {
      const channels = trx.selectFrom('channels').select('name').where('id', '=', owner_id);
      return { userId: 0, name: (await channels.executeTakeFirst())?.name ?? '' };
    }
  }
}

/** Only an address that its owner has proved gets mail. */
async function mailOwner(deps: NotifyDeps, trx: Transaction<Tables>, alert: BudgetAlert): Promise<void> {
  const { owner_type, owner_id } = alert.budget;
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
    ...{ name: display_name || username, percent: percentOf(alert) },
    link: site === '' ? '' : `${site}/panel/token`,
  };
  const mail =
    owner_type === 'token'
      ? { kind: 'keyBudget' as const, ...given, key }
      : { kind: 'accountBudget' as const, ...given };
  await queueMail({ ...deps, db: trx }, { to: email, language, mail });
}
