import type { ListedUserView } from '@turnpike/contract';
import { sql } from 'kysely';
import type { Db } from '../../db/store.ts';
import { costOfUsers } from '../statistics/cost-of-users.ts';
import { lastDays } from '../statistics/statistics-range.ts';

type UserFacts = Pick<
  ListedUserView,
  | 'used_today'
  | 'used_30_days'
  | 'email_proved'
  | 'providers'
  | 'has_passkey'
  | 'has_authenticator'
  | 'inviter_id'
  | 'inviter_name'
>;

/** The reader's today. */
export interface Today {
  timeZone: string | undefined;
  nowSeconds: number;
}

/** Condition of an account with a proved address, in a query of `users`. */
export const hasProvedEmail = sql<boolean>`users.proved_email <> '' and users.proved_email = users.email`;

/** Adds to accounts what only administrators see. The number of queries does not depend on that of the accounts. */
export async function withFacts<User extends { id: number }>(
  db: Db,
  users: readonly User[],
  { timeZone, nowSeconds }: Today,
): Promise<(User & UserFacts)[]> {
  if (users.length === 0) return [];
  const ids = users.map(({ id }) => id);
  const days = (before: number) => lastDays(before, { time_zone: timeZone }, nowSeconds);
  const today = await costOfUsers(db, ids, days(0));
  const month = await costOfUsers(db, ids, days(29));
  const origins = await readOrigins(db, ids);
  const providers = await readProviders(db, ids);
  const passkeys = await readOwners(db, 'passkeys', ids);
  const authenticators = await readOwners(db, 'authenticators', ids);
  return users.map((user) => ({
    ...user,
    used_today: today.get(user.id) ?? 0,
    used_30_days: month.get(user.id) ?? 0,
    email_proved: origins.get(user.id)?.email_proved === 1,
    providers: providers.get(user.id) ?? [],
    has_passkey: passkeys.has(user.id),
    has_authenticator: authenticators.has(user.id),
    inviter_id: origins.get(user.id)?.inviter_id ?? null,
    inviter_name: origins.get(user.id)?.inviter_name ?? '',
  }));
}

interface Origin {
  email_proved: number;
  inviter_id: number | null;
  inviter_name: string | null;
}

async function readOrigins(db: Db, ids: readonly number[]): Promise<ReadonlyMap<number, Origin>> {
  const rows = await db
    .selectFrom('users')
    .leftJoin('users as inviters', 'inviters.id', 'users.inviter_id')
    .select(['users.id', 'users.inviter_id', 'inviters.username as inviter_name'])
    .select(sql<number>`case when ${hasProvedEmail} then 1 else 0 end`.as('email_proved'))
    .where('users.id', 'in', ids)
    .execute();
  return new Map(rows.map(({ id, ...origin }) => [id, origin]));
}

async function readProviders(db: Db, ids: readonly number[]): Promise<ReadonlyMap<number, string[]>> {
  const rows = await db
    .selectFrom('identities')
    .select(['user_id', 'provider'])
    .distinct()
    .where('user_id', 'in', ids)
    .orderBy('provider')
    .execute();
  const found = new Map<number, string[]>();
  for (const { user_id, provider } of rows) found.set(user_id, [...(found.get(user_id) ?? []), provider]);
  return found;
}

/** Accounts that have a passkey, or an app that was turned on. */
async function readOwners(
  db: Db,
  table: 'passkeys' | 'authenticators',
  ids: readonly number[],
): Promise<ReadonlySet<number>> {
  let rows = db.selectFrom(table).select('user_id').distinct().where('user_id', 'in', ids);
  if (table === 'authenticators') rows = rows.where(sql<boolean>`confirmed_time > 0`);
  return new Set((await rows.execute()).map(({ user_id }) => user_id));
}
