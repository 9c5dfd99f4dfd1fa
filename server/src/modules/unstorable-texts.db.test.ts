import { calls, role } from '@turnpike/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { strictDatabase } from '../../test/support/databases.ts';
import { everyCall, membersOf } from '../../test/support/every-call.ts';
import { type Example, exampleRequests, seedExampleRows } from '../../test/support/example-requests.ts';
import { type Person, startTestManagement, type TestManagement } from '../../test/support/test-management.ts';

const NUL = 'a\0b';
const HALF_A_PAIR = 'a\ud83d';

describe.each(strictDatabase)('a text that no database can store, on $name', (engine) => {
  let site: TestManagement;
  let root: Person;
  let examples: Record<string, Record<string, Example>>;

  beforeAll(async () => {
    site = await startTestManagement(engine);
    root = await site.root();
    const admin = await site.seed.person('admin', { role: role.admin });
    examples = exampleRequests(await seedExampleRows(site, root, admin, 'x')) as never;
  });
  afterAll(() => site.stop());

  const refused = (field: string) => ({
    status: 400,
    body: { code: 'request.invalid', fields: [{ field, code: 'invalid_text' }] },
  });

  it.each(everyCall)('is refused by $entity $name, naming the field', async ({ entity, name, call }) => {
    const { params = {}, query = {}, input } = examples[entity]?.[name] ?? {};
    const before = await site.dump();
    for (const text of [NUL, HALF_A_PAIR]) {
      for (const field of membersOf(call.input)) {
        const given = { ...(input as object), [field]: text };
        expect(await site.ask(call, { as: root, params, query, input: given })).toMatchObject(refused(field));
      }
      if (Array.isArray(input)) {
        const given = [{ ...input[0], model: text }];
        expect(await site.ask(call, { as: root, params, query, input: given })).toMatchObject(
          refused('0.model'),
        );
      }
    }
    for (const field of membersOf(call.query)) {
      const answer = await site.ask(call, {
        as: root,
        params,
        ...(input !== undefined && { input }),
        query: { ...query, [field]: NUL },
      });
      expect(answer).toMatchObject(refused(field));
    }
    for (const field of membersOf(call.params)) {
      const given = { as: root, query, params: { ...params, [field]: NUL } };
      const answer = await site.ask(call, { ...given, ...(input !== undefined && { input }) });
      // The address of a numbered entry has digits, so that a text makes another address of it.
      const isNumber = (call.params as z.ZodObject).shape[field] instanceof z.ZodNumber;
      expect(answer).toMatchObject(
        isNumber ? { status: 404, body: { code: 'request.not_found' } } : refused(field),
      );
    }
    expect(await site.dump()).toBe(before);
  });

  it('is refused as the name of a member, and however deep it stands', async () => {
    const change = (input: unknown) => site.ask(calls.option.updateMany, { as: root, input });
    expect(await change({ options: [{ key: 'Notice', value: NUL }] })).toMatchObject(
      refused('options.0.value'),
    );
    expect(await change({ options: [{ [NUL]: 1 }] })).toMatchObject(refused('options.0'));
    const deep = `${'['.repeat(100_000)}"\\u0000"${']'.repeat(100_000)}`;
    const answer = await site.inject({
      method: 'PUT',
      url: '/api/option/',
      headers: { cookie: root.cookie, host: 'gateway.test', origin: 'http://gateway.test' },
      payload: deep,
    });
    expect(answer.status).toBe(400);
  });

  it('is cut out of a browser name that a sign-in keeps', async () => {
    const answer = await site.ask(calls.user.login, {
      input: { username: 'owner', password: 'correct horse' },
      headers: { 'user-agent': 'Fire\u0001fox' },
    });
    expect(answer.status).toBe(200);
    const row = await site.db
      .selectFrom('sessions')
      .select('user_agent')
      .where('user_agent', 'like', 'Fire%')
      .executeTakeFirst();
    expect(row?.user_agent).toBe('Firefox');
  });
});
