import { role, userCalls } from '@turnpike/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databases } from '../../../test/support/databases.ts';
import {
  type Person,
  startTestManagement,
  type TestManagement,
} from '../../../test/support/test-management.ts';

describe.each(databases)('lists of users and what is done to many on $name', (engine) => {
  let site: TestManagement;
  let root: Person;
  let admin: Person;
  let ann: Person;

  beforeAll(async () => {
    site = await startTestManagement(engine);
    root = await site.root();
    admin = await site.seed.person('admin', { role: role.admin });
    ann = await site.seed.person('ann', { group: 'vip', quota: 70 });
  });
  afterAll(() => site.stop());

  const { list, exportCsv, batch, get, self } = userCalls;
  const change = (as: Person | undefined, input: object) => site.ask(batch, { as, input });
  const shown = async (person: { id: number }) =>
    (await site.ask(get, { as: root, params: { id: person.id } })).body.data;

  it('are narrowed by role, status and group, and sorted by what is spent', async () => {
    const ben = await site.seed.person('ben', { group: 'vip', quota: 90 });
    await change(admin, { ids: [ben.id], action: 'disable' });
    const found = async (query: Record<string, string | number>) =>
      (await site.ask(list, { as: admin, query })).body.data.data.map((user: Person) => user.username);

    expect(await found({ group: 'vip', order: '-quota' })).toEqual(['ben', 'ann']);
    expect(await found({ group: 'vip', status: 1 })).toEqual(['ann']);
    expect(await found({ role: role.admin })).toEqual(['admin']);
    expect((await site.ask(list, { as: admin, query: { order: 'password_hash' } })).status).toBe(400);
  });

  it('are handed out as a file, with nothing that a spreadsheet would run', async () => {
    await site.db.updateTable('users').set({ display_name: '=1+1,"x"' }).where('id', '=', ann.id).execute();

    const { status, headers, body } = await site.ask(exportCsv, {
      as: admin,
      query: { group: 'vip', status: 1 },
    });

    expect(status).toBe(200);
    expect(headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(headers['content-disposition']).toBe('attachment; filename="user.csv"');
    const [head, row, ...rest] = String(body).split('\r\n');
    expect(head).toContain('id,username,display_name');
    expect(row).toMatch(
      new RegExp(`^${ann.id},ann,"'=1\\+1,""x""",,1,1,vip,70,0,0,\\d{4}-.*Z,\\d{4}-.*Z,0,0,0,,0,0,$`),
    );
    expect(rest).toEqual(['']);
    expect((await site.ask(exportCsv, { as: ann })).status).toBe(403);
    expect((await site.ask(exportCsv)).status).toBe(401);
    expect(await site.ask(exportCsv, { as: admin, query: { role: 'x' } })).toMatchObject({
      status: 400,
      body: { success: false, fields: [{ field: 'role' }] },
    });
  });

  it('are handed out whole, however many there are', async () => {
    const row = {
      ...{ password_hash: '', display_name: '', role: 1, status: 1, email: '', avatar_url: '', quota: 0 },
      ...{ used_quota: 0, request_count: 0, group: 'svip', aff_count: 0, aff_quota: 0 },
      ...{ last_login_time: 0, created_time: 1, deleted_time: 0 },
    };
    const many = Array.from({ length: 2001 }, (_, n) => `many${n}`);
    for (let start = 0; start < many.length; start += 500) {
      const rows = many
        .slice(start, start + 500)
        .map((name) => ({ ...row, username: name, username_key: name }));
      await site.db.insertInto('users').values(rows).execute();
    }

    const { body } = await site.ask(exportCsv, { as: admin, query: { group: 'svip' } });

    const names = String(body)
      .split('\r\n')
      .slice(1, -1)
      .map((line) => line.split(',')[1]);
    expect(names).toEqual(many.reverse());
  });

  it('are changed together, and each that could not be is named with its reason', async () => {
    const [cat, dan] = [await site.seed.person('cat'), await site.seed.person('dan')];
    const ids = [cat.id, dan.id, admin.id, root.id, 99_999, cat.id];

    const { status, body } = await change(admin, { ids, action: 'disable' });

    expect(status).toBe(200);
    expect(body.data).toEqual({
      done: [cat.id, dan.id],
      failed: [
        { id: admin.id, code: 'user.role_too_high' },
        { id: root.id, code: 'user.role_too_high' },
        { id: 99_999, code: 'user.not_found' },
      ],
    });
    expect((await shown(cat)).status).toBe(2);
    expect((await site.ask(self, { as: dan })).status).toBe(401);
    expect(site.changed).toContain(`user ${dan.id}`);

    expect((await change(admin, { ids: [cat.id], action: 'set_group', group: 'svip' })).status).toBe(200);
    expect((await change(root, { ids: [cat.id, root.id], action: 'enable' })).body.data.failed).toEqual([]);
    expect(await shown(cat)).toMatchObject({ status: 1, group: 'svip' });
    expect((await change(admin, { ids: [cat.id, dan.id], action: 'delete' })).body.data.done).toHaveLength(2);
    expect((await site.ask(get, { as: root, params: { id: cat.id } })).status).toBe(404);
  });

  it('are given points together, each once for a request, with an entry in the ledger', async () => {
    const [eve, fay] = [await site.seed.person('eve', { quota: 5 }), await site.seed.person('fay')];
    const give = { action: 'give', quota: 50, remark: 'sorry for Monday', request_key: 'k1' };
    const ids = [eve.id, fay.id, admin.id];
    const failed = [{ id: admin.id, code: 'user.role_too_high' }];

    const answers = await Promise.all([1, 2, 3].map(() => change(admin, { ids, ...give })));

    for (const { body } of answers) expect(body.data).toEqual({ done: [eve.id, fay.id], failed });
    expect(await shown(eve)).toMatchObject({ quota: 55 });
    expect(await shown(fay)).toMatchObject({ quota: 50 });
    const entries = await site.db
      .selectFrom('ledger')
      .select(['user_id', 'delta', 'kind', 'note', 'actor_id'])
      .where('user_id', 'in', [eve.id, fay.id])
      .where('kind', '=', 'adjustment')
      .orderBy('user_id')
      .execute();
    const entry = { delta: 50, kind: 'adjustment', note: 'sorry for Monday', actor_id: admin.id };
    expect(entries).toEqual([eve, fay].map(({ id }) => ({ user_id: id, ...entry })));
    const other = await change(admin, { ids: [eve.id], ...give, quota: 51 });
    expect(other.body.data.failed).toEqual([{ id: eve.id, code: 'user.request_key_used' }]);
  });

  it('are signed out together', async () => {
    const gus = await site.seed.person('gus');

    const { body } = await change(admin, { ids: [gus.id, admin.id], action: 'sign_out' });

    expect(body.data).toEqual({
      ...{ done: [gus.id], failed: [{ id: admin.id, code: 'user.role_too_high' }] },
    });
    expect((await site.ask(self, { as: gus })).status).toBe(401);
    expect((await site.ask(self, { as: admin })).status).toBe(200);
  });

  it('are not changed by what does not fit', async () => {
    const cases: [object, string, string][] = [
      [{ ids: [], action: 'enable' }, 'ids', 'too_small'],
      [{ ids: Array.from({ length: 101 }, (_, n) => n + 1), action: 'enable' }, 'ids', 'too_big'],
      [{ ids: [ann.id], action: 'promote' }, 'action', 'invalid_value'],
      [{ ids: [ann.id], action: 'set_group' }, 'group', 'required'],
      [{ ids: [ann.id], action: 'give' }, 'quota', 'required'],
      [{ ids: [ann.id], action: 'give', quota: 0 }, 'quota', 'user.quota_change_zero'],
      [{ ids: [ann.id], action: 'give', quota: -5 }, 'quota', 'too_small'],
      [{ ids: [ann.id], action: 'set_group', group: 'nowhere' }, 'group', 'user_group.not_found'],
    ];
    for (const [input, field, code] of cases) {
      expect((await change(admin, input)).body.fields).toEqual([{ field, code }]);
    }
    const one = { ids: [ann.id], action: 'disable' };
    expect((await change(ann, one)).status).toBe(403);
    expect((await change(undefined, one)).status).toBe(401);
    expect((await shown(ann)).status).toBe(1);
  });
});
