import { role, userCalls, userStatus } from '@turnpike/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anyDatabase } from '../../../test/support/databases.ts';
import {
  type Person,
  startTestManagement,
  type TestManagement,
} from '../../../test/support/test-management.ts';
import { insertUser } from './user-repository.ts';

type Target = { id: number; username: string };
type Actor = 'visitor' | 'user' | 'administrator' | 'root';
type TargetRole = 'user' | 'administrator' | 'root';

// S-06 of docs/reference/sign-in.md: an action needs a lower role of its target.
describe.each(anyDatabase)('actions on accounts by role, on $name', (engine) => {
  let site: TestManagement;
  let actors: Record<Actor, Person | undefined>;
  let madeUsers = 0;

  beforeAll(async () => {
    site = await startTestManagement(engine);
    actors = {
      visitor: undefined,
      user: await site.seed.person('plain'),
      administrator: await site.seed.person('boss', { role: role.admin }),
      root: await site.root(),
    };
  });
  afterAll(() => site.stop());

  /** A new account, so that no action sees what another one did. */
  async function target(kind: TargetRole): Promise<Target> {
    if (kind === 'root') return { id: actors.root?.id ?? 0, username: 'owner' };
    const username = `t${++madeUsers}`;
    const id = await site.db.transaction().execute((trx) =>
      insertUser(trx, {
        ...{ username, display_name: username, password_hash: 'x', email: '', group: 'default' },
        role: kind === 'administrator' ? role.admin : role.common,
        ...{ status: userStatus.enabled, quota: 0, created_time: site.now() },
      }),
    );
    return { id, username };
  }

  const manage =
    (action: string) =>
    (as: Person | undefined, { username }: Target) =>
      site.ask(userCalls.manage, { as, input: { username, action } });
  const update =
    (change: object) =>
    (as: Person | undefined, { id }: Target) =>
      site.ask(userCalls.update, { as, input: { id, ...change } });
  const actions: Record<string, (as: Person | undefined, target: Target) => Promise<{ status: number }>> = {
    read: (as, { id }) => site.ask(userCalls.get, { as, params: { id } }),
    rename: update({ display_name: 'Renamed' }),
    password: update({ password: 'set by another' }),
    email: (as, one) => update({ email: `${one.username}@mail.test` })(as, one),
    group: update({ group: 'vip' }),
    limits: update({ requests_per_minute: 5 }),
    quota: (as, { id }) => site.ask(userCalls.changeQuota, { as, params: { id }, input: { quota: 5 } }),
    disable: manage('disable'),
    remove: manage('delete'),
    promote: manage('promote'),
  };
  /** Actions that root cannot do to themselves, or only with a fresh proof. */
  const notToRoot = ['disable', 'remove', 'promote', 'password', 'email'];

  function isAllowed(actor: Actor, kind: TargetRole, action: string): boolean {
    if (actor === 'visitor' || actor === 'user') return false;
    if (action === 'promote') return actor === 'root' && kind === 'user';
    if (actor === 'administrator') return kind === 'user';
    return kind !== 'root' || !notToRoot.includes(action);
  }

  it.each<Actor>(['visitor', 'user', 'administrator', 'root'])('%s', async (actor) => {
    for (const kind of ['user', 'administrator', 'root'] as const) {
      for (const [action, act] of Object.entries(actions)) {
        const one = await target(kind);
        const before = await site.db.selectFrom('users').selectAll().where('id', '=', one.id).execute();
        const { status } = await act(actors[actor], one);
        const cell = { actor, kind, action };
        expect({ ...cell, isDone: status === 200 }).toEqual({
          ...cell,
          isDone: isAllowed(actor, kind, action),
        });
        if (status === 200) continue;
        const after = await site.db.selectFrom('users').selectAll().where('id', '=', one.id).execute();
        expect({ ...cell, row: after }).toEqual({ ...cell, row: before });
      }
    }
  });
});
