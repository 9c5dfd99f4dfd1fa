import { logCalls, role, userCalls } from '@turnpike/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databases } from '../../../test/support/databases.ts';
import {
  PASSWORD,
  type Person,
  startTestManagement,
  type TestManagement,
} from '../../../test/support/test-management.ts';

describe.each(databases)('users on $name', (engine) => {
  let site: TestManagement;
  let root: Person;
  let admin: Person;
  let ann: Person;

  beforeAll(async () => {
    site = await startTestManagement(engine);
    root = await site.root();
    admin = await site.seed.person('admin', { role: role.admin });
    ann = await site.seed.person('ann');
  });
  afterAll(() => site.stop());

  const { self, changeSelf, list, get, create, update, remove, manage } = userCalls;
  const tooHigh = { status: 403, body: { code: 'user.role_too_high' } };
  const one = (person: Person) => ({ params: { id: person.id } });

  it('shows the own account, and only to itself', async () => {
    expect((await site.ask(self, { as: ann })).body.data).toMatchObject({
      id: ann.id,
      username: 'ann',
      role: 1,
    });
    expect((await site.ask(self)).status).toBe(401);
  });

  it('changes the own display name, also to nothing', async () => {
    for (const display_name of ['Ann', '']) {
      expect((await site.ask(changeSelf, { as: ann, input: { display_name } })).status).toBe(200);
      expect((await site.ask(self, { as: ann })).body.data.display_name).toBe(display_name);
    }
    const long = await site.ask(changeSelf, { as: ann, input: { display_name: 'x'.repeat(21) } });
    expect(long.body.fields).toEqual([{ field: 'display_name', code: 'too_big' }]);
    expect((await site.ask(changeSelf, { input: {} })).status).toBe(401);
  });

  it('changes the own password with the current one, and signs out elsewhere', async () => {
    const bob = await site.seed.person('bob');
    const elsewhere = await site.signIn('bob');
    const change = (input: object) => site.ask(changeSelf, { as: bob, input });

    expect((await change({ password: 'new password' })).body).toMatchObject({
      code: 'confirmation.required',
      proof: 'password',
    });
    expect(await change({ password: 'new password', current_password: 'wrong one' })).toMatchObject({
      status: 403,
      body: { code: 'user.wrong_password' },
    });
    expect((await change({ password: 'new password', current_password: PASSWORD })).status).toBe(200);

    expect((await site.ask(self, { as: bob })).status).toBe(200);
    expect((await site.ask(self, { as: elsewhere })).status).toBe(401);
  });

  it('lists accounts to administrators, by number or beginning of a name', async () => {
    const found = async (keyword: string) => {
      const { body } = await site.ask(list, { as: admin, query: { keyword, order: 'id' } });
      return body.data.data.map((user: { username: string }) => user.username);
    };
    expect(await found('AN')).toEqual(['ann']);
    expect(await found(String(ann.id))).toContain('ann');
    expect(await found('%')).toEqual([]);
    expect((await site.ask(list, { as: ann })).status).toBe(403);
    expect((await site.ask(list)).status).toBe(401);
    expect((await site.ask(list, { as: admin, query: { size: 'many' } })).status).toBe(400);
  });

  it('lets nobody but root read an account of the own role or above', async () => {
    const other = await site.seed.person('other', { role: role.admin });
    expect((await site.ask(get, { as: admin, ...one(ann) })).status).toBe(200);
    expect((await site.ask(get, { as: admin, ...one(admin) })).status).toBe(200);
    expect(await site.ask(get, { as: admin, ...one(other) })).toMatchObject(tooHigh);
    expect(await site.ask(get, { as: admin, ...one(root) })).toMatchObject(tooHigh);
    expect((await site.ask(get, { as: root, ...one(other) })).status).toBe(200);
    expect((await site.ask(get, { as: root, params: { id: 9999 } })).status).toBe(404);
    expect((await site.ask(get, { as: root, params: { id: 0 } })).status).toBe(400);
  });

  it('creates accounts with the balance that their maker chose', async () => {
    await site.options.set('QuotaForNewUser', '700');
    const make = async (username: string, quota: number) =>
      (await site.ask(create, { as: admin, input: { username, password: PASSWORD, quota } })).body;

    const { data } = await make('Mona', 5);

    expect(data.quota).toBe(5);
    const entries = await site.db
      .selectFrom('ledger')
      .select(['kind', 'delta', 'reference'])
      .where('user_id', '=', data.id)
      .execute();
    expect(entries).toEqual([{ kind: 'gift', delta: 5, reference: String(admin.id) }]);
    expect((await make('Nils', 0)).data.quota).toBe(0);
    expect((await make('Olaf', -1)).fields).toEqual([{ field: 'quota', code: 'too_small' }]);
  });

  it('creates accounts below the own role, with what new ones are given', async () => {
    await site.options.set('QuotaForNewUser', '700');
    const make = (as: Person | undefined, input: object) =>
      site.ask(create, { as, input: { password: PASSWORD, ...input } });

    const { status, body } = await make(admin, { username: 'Carl', email: 'Carl@Example.com', group: 'vip' });

    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      username: 'Carl',
      role: 1,
      group: 'vip',
      quota: 700,
      email: 'carl@example.com',
    });
    const entries = await site.db
      .selectFrom('ledger')
      .select(['kind', 'account', 'delta', 'reference_type', 'reference'])
      .where('user_id', '=', body.data.id)
      .execute();
    const by = { reference_type: 'administrator', reference: String(admin.id) };
    expect(entries).toEqual([{ kind: 'gift', account: 'promotion', delta: 700, ...by }]);
    const gifts = await site.ask(logCalls.list, { as: admin, query: { username: 'Carl' } });
    expect(gifts.body.data.data).toMatchObject([
      { type: 4, quota: 700, metadata: { balance: { before: 0, after: 700 } } },
    ]);
    expect(await make(admin, { username: 'CARL' })).toMatchObject({
      status: 409,
      body: { code: 'user.name_taken', fields: [{ field: 'username' }] },
    });
    expect(await make(admin, { username: 'carl2', email: 'carl@example.com' })).toMatchObject({
      status: 409,
      body: { fields: [{ field: 'email' }] },
    });
    expect(await make(admin, { username: 'dora', role: role.admin })).toMatchObject(tooHigh);
    expect((await make(root, { username: 'dora', role: role.admin })).body.data.role).toBe(role.admin);
    expect(await make(root, { username: 'fred', role: role.root })).toMatchObject(tooHigh);
    expect((await make(admin, { username: 'gina', group: 'nowhere' })).body.fields).toEqual([
      { field: 'group', code: 'user_group.not_found' },
    ]);
    expect((await make(admin, { username: 'a b' })).body.fields).toEqual([
      { field: 'username', code: 'user.username_characters' },
    ]);
    expect((await make(ann, { username: 'x' })).status).toBe(403);
    expect((await make(undefined, { username: 'x' })).status).toBe(401);
    await site.options.set('QuotaForNewUser', '0');
  });

  it('changes what is given, clears an address, and touches nothing that is not asked for', async () => {
    const hal = await site.seed.person('hal', { quota: 50 });
    const change = (as: Person | undefined, input: object) =>
      site.ask(update, { as, input: { id: hal.id, ...input } });

    const first = await change(admin, {
      email: 'hal@example.com',
      display_name: 'Hal',
      group: 'svip',
    });
    expect(first.body.data).toMatchObject({
      email: 'hal@example.com',
      group: 'svip',
      username: 'hal',
      quota: 50,
    });
    expect((await change(admin, { email: '' })).body.data).toMatchObject({ email: '', display_name: 'Hal' });
    expect(site.changed).toContain(`user ${hal.id}`);
    expect((await change(admin, { username: 'ann' })).status).toBe(409);
    expect((await change(admin, { password: 'short' })).body.fields).toEqual([
      { field: 'password', code: 'too_small' },
    ]);
    expect((await site.ask(self, { as: hal })).status).toBe(200);
    expect((await change(admin, { password: 'another one' })).status).toBe(200);
    expect((await site.ask(self, { as: hal })).status).toBe(401);
    expect((await change(hal, {})).status).toBe(401);
    expect((await site.ask(update, { as: admin, input: { id: 9999 } })).status).toBe(404);
    expect((await site.ask(update, { as: ann, input: { id: hal.id } })).status).toBe(403);
  });

  it('takes a balance and an own name only as they are stored, and names the field', async () => {
    const zoe = await site.seed.person('zoe', { quota: 500 });
    const balance = (quota: number) => site.ask(update, { as: admin, input: { id: zoe.id, quota } });
    const name = (username: string) =>
      site.ask(changeSelf, { as: zoe, input: { username, display_name: username } });
    for (const [answer, field] of [
      [await balance(-5), 'quota'],
      [await balance(501), 'quota'],
      [await name('zoey'), 'username'],
    ] as const) {
      const code = `user.${field}_unchangeable`;
      expect(answer).toMatchObject({ status: 400, body: { code, fields: [{ field, code }] } });
    }
    expect((await balance(500)).status).toBe(200);
    expect((await name('zoe')).status).toBe(200);
    expect((await site.ask(get, { as: admin, params: { id: zoe.id } })).body.data).toMatchObject({
      ...{ username: 'zoe', display_name: 'zoe', quota: 500 },
    });
  });

  it('keeps roles in order: nobody raises himself or others to his own role', async () => {
    const change = (as: Person, id: number, input: object) =>
      site.ask(update, { as, input: { id, ...input } });
    expect(await change(admin, ann.id, { role: role.admin })).toMatchObject(tooHigh);
    expect(await change(admin, admin.id, { display_name: 'x' })).toMatchObject(tooHigh);
    expect(await change(admin, root.id, { password: 'owned by me' })).toMatchObject(tooHigh);
    expect(await change(root, root.id, { role: role.common })).toMatchObject(tooHigh);
    expect(await change(root, root.id, { status: 2 })).toMatchObject(tooHigh);
    expect((await change(root, root.id, { display_name: 'The owner' })).status).toBe(200);
  });

  it('does the named actions', async () => {
    const ida = await site.seed.person('ida');
    const act = (as: Person | undefined, action: string, username = 'ida') =>
      site.ask(manage, { as, input: { username, action } });

    expect((await act(root, 'promote')).body.data).toEqual({ role: role.admin, status: 1 });
    expect(await act(root, 'promote')).toMatchObject({ status: 409, body: { code: 'user.already' } });
    expect((await act(root, 'demote')).body.data.role).toBe(role.common);
    for (const action of ['promote', 'demote']) expect(await act(admin, action)).toMatchObject(tooHigh);
    expect((await act(admin, 'disable')).body.data.status).toBe(2);
    expect((await site.ask(self, { as: ida })).status).toBe(401);
    expect((await act(admin, 'enable')).body.data.status).toBe(1);
    // The sessions ended with the disabling; they do not come back.
    expect((await site.ask(self, { as: ida })).status).toBe(401);
    for (const action of ['disable', 'delete', 'demote'])
      expect(await act(root, action, 'owner')).toMatchObject(tooHigh);
    expect((await act(admin, 'delete')).status).toBe(200);
    expect(await act(admin, 'enable')).toMatchObject({ status: 404, body: { code: 'user.not_found' } });
    expect((await act(admin, 'explode')).body.fields).toEqual([{ field: 'action', code: 'invalid_value' }]);
    expect((await act(admin, 'enable', '')).status).toBe(400);
    expect((await act(ann, 'enable')).status).toBe(403);
    expect((await act(undefined, 'enable')).status).toBe(401);
  });

  it('deletes an account with its tokens and sessions, and frees its name', async () => {
    const kim = await site.seed.person('kim');
    await site.ask({ method: 'POST', path: '/api/token/playground' }, { as: kim });

    expect((await site.ask(remove, { as: ann, ...one(kim) })).status).toBe(403);
    expect((await site.ask(remove, one(kim))).status).toBe(401);
    expect((await site.ask(remove, { as: admin, ...one(kim) })).status).toBe(200);

    expect((await site.ask(self, { as: kim })).status).toBe(401);
    expect((await site.ask(remove, { as: admin, ...one(kim) })).status).toBe(404);
    const left = await site.db
      .selectFrom('tokens')
      .select('deleted_time')
      .where('user_id', '=', kim.id)
      .execute();
    expect(left).toEqual([{ deleted_time: site.now() }]);
    expect((await site.seed.person('kim')).id).not.toBe(kim.id);
    expect(await site.ask(remove, { as: root, ...one(root) })).toMatchObject(tooHigh);
    expect(await site.ask(remove, { as: admin, ...one(admin) })).toMatchObject(tooHigh);
  });
});
