import { telegramCommands, telegramMenuCalls } from '@turnpike/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { databases } from '../../../test/support/databases.ts';
import {
  type Person,
  startTestManagement,
  type TestManagement,
} from '../../../test/support/test-management.ts';

const fields = { command: 'prices', description: 'Prices', reply_message: 'See *here*' };

describe.each(databases)('commands that root adds to the bot on $name', (engine) => {
  let site: TestManagement;
  let root: Person;

  beforeAll(async () => {
    site = await startTestManagement(engine);
    root = await site.root();
  });
  afterAll(() => site.stop());
  beforeEach(() => site.db.deleteFrom('telegram_menus').execute());

  const save = (input: object, headers = {}) =>
    site.ask(telegramMenuCalls.save, { as: root, input, headers });
  const list = async (query = {}) => (await site.ask(telegramMenuCalls.list, { as: root, query })).body.data;

  it('are created, changed member by member, found and deleted', async () => {
    const { etag, ...made } = (await save(fields)).body.data;
    expect(made).toEqual({ id: expect.any(Number), ...fields, parse_mode: 'MarkdownV2' });
    const change = { id: made.id, command: '', description: 'All prices', parse_mode: 'HTML' };
    expect((await save(change, { 'if-match': etag })).body.data).toMatchObject({
      ...{ ...fields, description: 'All prices', parse_mode: 'HTML' },
    });
    expect((await save({ id: made.id, description: 'x' }, { 'if-match': etag })).status).toBe(412);
    expect((await save({ id: made.id })).status).toBe(200);

    await save({ ...fields, command: 'about' });
    expect((await list({ order: 'command' })).data).toMatchObject([
      { command: 'about' },
      { command: 'prices' },
    ]);
    for (const keyword of ['PRI', String(made.id)])
      expect(await list({ keyword })).toMatchObject({ total_count: 1, data: [{ id: made.id }] });
    const params = { id: made.id };
    expect((await site.ask(telegramMenuCalls.remove, { as: root, params })).status).toBe(200);
    expect((await site.ask(telegramMenuCalls.get, { as: root, params })).status).toBe(404);
    expect((await save({ id: made.id, description: 'x' })).status).toBe(404);
  });

  it('have a name of their own', async () => {
    await save(fields);
    const { id } = (await save({ ...fields, command: 'about' })).body.data;
    for (const command of ['start', 'prices', ...telegramCommands])
      for (const one of [
        { ...fields, command },
        { id, command },
      ])
        expect(await save(one)).toMatchObject({
          status: 409,
          body: { fields: [{ field: 'command', code: 'telegram.command_taken' }] },
        });
    expect((await save({ id, command: 'about' })).status).toBe(200);
  });

  it.each([
    [{ ...fields, command: 'Prices' }, 'command', 'telegram.command_form'],
    [{ ...fields, command: 'a'.repeat(33) }, 'command', 'too_big'],
    [{ ...fields, command: '' }, 'command', 'required'],
    [{ ...fields, description: 'a'.repeat(256) }, 'description', 'too_big'],
    [{ ...fields, reply_message: 'a'.repeat(4097) }, 'reply_message', 'too_big'],
    [{ ...fields, reply_message: undefined }, 'reply_message', 'required'],
    [{ ...fields, parse_mode: 'html' }, 'parse_mode', 'invalid_value'],
  ])('are checked: %#', async (input, field, code) => {
    expect((await save(input)).body.fields).toEqual([{ field, code }]);
  });

  it('are at most a hundred, also when several are made at once', async () => {
    const values = Array.from({ length: 98 }, (_, index) => ({
      ...{ ...fields, command: `c${index}`, parse_mode: 'HTML' as const },
    }));
    await site.db.insertInto('telegram_menus').values(values).execute();
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, index) => save({ ...fields, command: `d${index}` })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 409, 409, 409, 409]);
    expect((await list()).total_count).toBe(100);
  });
});
