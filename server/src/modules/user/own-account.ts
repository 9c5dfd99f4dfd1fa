import type { SelfView } from '@turnpike/contract';
import type { Db } from '../../db/store.ts';
import type { SignedIn } from '../../http/contract-routes.ts';
import { GatewayError } from '../../platform/gateway-error.ts';
import type { ModuleDeps } from '../module-deps.ts';
import { hasFactor, requiresFactor } from '../second-factor/second-factor.ts';
import { hasReminder } from './balance-reminder.ts';
import { getUser } from './user-repository.ts';

/** An account as its owner sees it. @throws user.not_found */
export async function getSelf(
  deps: Pick<ModuleDeps, 'db' | 'options'>,
  { id, role }: Pick<SignedIn, 'id' | 'role'>,
): Promise<SelfView> {
  const user = await getUser(deps.db, id);
  return {
    ...user,
    has_balance_reminder: await hasReminder(deps, id),
    set_aside_quota: await setAsideFor(deps.db, id),
    has_password: await hasPassword(deps.db, id),
    needs_second_factor: requiresFactor(deps.options, role) && !(await hasFactor(deps.db, id)),
  };
}

/** Maximum cost of running batches and tasks. It is still in the balance, and cannot pay for anything else. */
export async function setAsideFor(db: Db, userId: number): Promise<number> {
  const held = (table: 'batches' | 'tasks') =>
    db
      .selectFrom(table)
      .select(({ fn }) => fn.sum<number | null>('held').as('points'))
      .where('user_id', '=', userId)
      .where('settled_at', '=', 0)
      .executeTakeFirstOrThrow();
  const [batches, tasks] = await Promise.all([held('batches'), held('tasks')]);
  return Number(batches.points ?? 0) + Number(tasks.points ?? 0);
}

/** False for an account that signs in by other ways only. */
export async function hasPassword(db: Db, id: number): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', id)
    .where('password_hash', '!=', '')
    .executeTakeFirst();
  return row !== undefined;
}

/** Somebody else may have set another password since the owner was asked. @throws user.wrong_password */
export async function assertIsStoredHash(db: Db, id: number, hash: string): Promise<void> {
  const { password_hash } = await db
    .selectFrom('users')
    .select('password_hash')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  if (password_hash !== hash) throw new GatewayError('user.wrong_password');
}
