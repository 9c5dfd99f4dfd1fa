import { secondFactorCalls, userCalls } from '@turnpike/contract';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anyDatabase } from '../../../test/support/databases.ts';
import {
  type Person,
  startTestManagement,
  type TestManagement,
} from '../../../test/support/test-management.ts';

const { changeSelf, login, self, update } = userCalls;
const FIRST = 'correct horse battery';

describe.each(anyDatabase)('the first password of an account that a provider opened, on $name', (engine) => {
  let site: TestManagement;

  beforeAll(async () => {
    site = await startTestManagement(engine);
  });
  afterAll(() => site.stop());

  const withoutPassword = async (username: string, given: { role?: number } = {}) => {
    const person = await site.seed.person(username, given);
    const elsewhere = await site.signIn(username);
    await site.db.updateTable('users').set({ password_hash: '' }).where('id', '=', person.id).execute();
    return { person, elsewhere };
  };
  const set = (as: Person, password: string, given: object = {}) =>
    site.ask(changeSelf, { as, input: { password, ...given } });
  const hasPassword = async (as: Person) => (await site.ask(self, { as })).body.data.has_password;
  const opens = async (username: string, password: string) =>
    (await site.ask(login, { input: { username, password } })).status === 200;

  it('is set without the current one, signs out elsewhere, and is asked for from then on', async () => {
    const { person: ann, elsewhere } = await withoutPassword('ann');
    expect(await hasPassword(ann)).toBe(false);

    expect((await set(ann, FIRST)).status).toBe(200);

    expect(await hasPassword(ann)).toBe(true);
    expect((await site.ask(self, { as: elsewhere })).status).toBe(401);
    expect(await opens('ann', FIRST)).toBe(true);
    expect((await set(ann, 'another horse')).body).toMatchObject({
      code: 'confirmation.required',
      proof: 'password',
    });
    expect((await set(ann, 'another horse', { current_password: FIRST })).status).toBe(200);
  });

  it('is set by an administrator in the list of users as well', async () => {
    const { person: root } = await withoutPassword('rita', { role: 100 });
    expect((await site.ask(update, { as: root, input: { id: root.id, password: FIRST } })).status).toBe(200);
    expect(await opens('rita', FIRST)).toBe(true);
  });

  it('is one of two that are set at once', async () => {
    const { person: bo, elsewhere } = await withoutPassword('bo');
    const given = ['the first horse', 'the second horse'] as const;
    const answers = await Promise.all([set(bo, given[0]), set(elsewhere, given[1])]);

    expect(answers.map(({ status }) => status).sort()).toEqual([200, 403]);
    expect(answers.find(({ status }) => status === 403)?.body.code).toBe('user.wrong_password');
    const opened = await Promise.all(given.map((password) => opens('bo', password)));
    expect(opened).toEqual(answers.map(({ status }) => status === 200));
  });

  it('needs the second factor of the account, which is set up without a password too', async () => {
    const { person: cas } = await withoutPassword('cas');
    const { secret } = (await site.ask(secondFactorCalls.begin, { as: cas, input: {} })).body.data;
    const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: site.now() * 1000 });
    expect((await site.ask(secondFactorCalls.confirm, { as: cas, input: { code } })).status).toBe(200);

    expect((await set(cas, FIRST)).body.code).toBe('confirmation.required');
    expect(await hasPassword(cas)).toBe(false);
  });
});
