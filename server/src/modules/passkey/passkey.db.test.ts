import { confirmationCalls, passkeyCalls, role, userCalls } from '@turnpike/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { askConfirmed } from '../../../test/support/ask-confirmed.ts';
import { anyDatabase } from '../../../test/support/databases.ts';
import { SoftPasskey } from '../../../test/support/soft-passkey.ts';
import {
  PASSWORD,
  type Person,
  startTestManagement,
  type TestManagement,
} from '../../../test/support/test-management.ts';
import { TestVisitor } from '../../../test/support/test-visitor.ts';

const ORIGIN = 'https://gateway.example:8443';

describe.each(anyDatabase)('passkeys on $name', (engine) => {
  let site: TestManagement;

  beforeAll(async () => {
    site = await startTestManagement(engine);
    await site.options.set('ServerAddress', ORIGIN);
  });
  afterAll(() => site.stop());

  const { list, begin, create, remove, beginSignIn, signIn } = passkeyCalls;
  const refused = { status: 403, body: { code: 'passkey.refused' } };
  const listed = async (as: Person) => (await site.ask(list, { as })).body.data;
  const optionsFor = async (as: Person) => (await askConfirmed(site.ask, begin, { as })).body.data;

  async function register(as: Person, device: SoftPasskey, name = 'Phone') {
    const response = device.create(await optionsFor(as));
    return site.ask(create, { as, input: { name, response } });
  }
  async function confirmBy(as: Person, device: SoftPasskey, action = 'sign_in_data') {
    const { body } = await site.ask(confirmationCalls.begin, { as, input: { action } });
    return site.ask(confirmationCalls.create, { as, input: { action, response: device.use(body.data) } });
  }
  async function signInBy(device: SoftPasskey, visitor = new TestVisitor(site)) {
    const { body } = await visitor.ask(beginSignIn);
    return visitor.ask(signIn, { input: { response: device.use(body.data) } });
  }

  it('are made by a device and open the account without a name', async () => {
    const ann = await site.seed.person('ann');
    const device = new SoftPasskey({ origin: ORIGIN });
    const options = await optionsFor(ann);
    expect(options).toMatchObject({
      rp: { id: 'gateway.example', name: 'Test' },
      user: { name: 'ann', displayName: 'ann' },
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
    expect(Buffer.from(options.user.id, 'base64url')).toHaveLength(32);

    const made = await register(ann, device);
    expect(made.body.data).toEqual({
      ...{ id: expect.any(Number), name: 'Phone', is_synced: false },
      ...{ created_time: site.now(), last_used_time: 0 },
    });
    expect((await site.ask(begin, { as: ann })).body).toMatchObject({
      ...{ code: 'confirmation.required', proof: 'second_factor' },
    });
    const headers = { 'x-confirmation': (await confirmBy(ann, device)).body.data };
    expect((await site.ask(begin, { as: ann, headers })).body.data.excludeCredentials).toMatchObject([
      { id: device.id.toString('base64url') },
    ]);
    site.passTime(1);

    const visitor = new TestVisitor(site);
    expect(await signInBy(device, visitor)).toMatchObject({ status: 200, body: { data: { id: ann.id } } });
    expect((await visitor.ask(userCalls.self)).body.data.id).toBe(ann.id);
    expect((await listed(ann))[0].last_used_time).toBe(site.now());
  });

  it('ask a stranger nothing that names an account', async () => {
    const { body } = await new TestVisitor(site).ask(beginSignIn);
    expect(body.data.allowCredentials ?? []).toEqual([]);
    expect(await signInBy(new SoftPasskey({ origin: ORIGIN }))).toMatchObject(refused);
  });

  it.each<[string, (device: SoftPasskey) => SoftPasskey]>([
    ['of another host', (device) => likeAt(device, 'https://evil.example')],
    ['of another port of the host', (device) => likeAt(device, 'https://gateway.example')],
    ['that did not verify its user', (device) => Object.assign(device, { verifiesUser: false })],
  ])('are refused by a device %s', async (_, changed) => {
    const name = `bo${Math.random().toString(36).slice(2, 8)}`;
    const device = new SoftPasskey({ origin: ORIGIN });
    await register(await site.seed.person(name), device);
    expect(await signInBy(changed(device))).toMatchObject(refused);
  });

  it('are refused with a challenge that was used, is another browser’s, or is old', async () => {
    const device = new SoftPasskey({ origin: ORIGIN });
    await register(await site.seed.person('cas'), device);
    const [visitor, other] = [new TestVisitor(site), new TestVisitor(site)];
    const { body } = await visitor.ask(beginSignIn);
    await other.ask(beginSignIn);
    const response = device.use(body.data);
    expect(await other.ask(signIn, { input: { response } })).toMatchObject(refused);
    expect((await visitor.ask(signIn, { input: { response } })).status).toBe(200);
    expect(await visitor.ask(signIn, { input: { response } })).toMatchObject(refused);

    const late = await visitor.ask(beginSignIn);
    site.passTime(300);
    const lateResponse = device.use(late.body.data);
    expect(await visitor.ask(signIn, { input: { response: lateResponse } })).toMatchObject(refused);
  });

  it('are refused where the counter of a device that counts does not grow', async () => {
    const device = new SoftPasskey({ origin: ORIGIN });
    device.counter = 5;
    await register(await site.seed.person('dov'), device);
    expect((await signInBy(Object.assign(device, { counter: 6 }))).status).toBe(200);
    expect((await signInBy(Object.assign(device, { counter: 6 }))).status).not.toBe(200);
    expect((await signInBy(Object.assign(device, { counter: 7 }))).status).toBe(200);
  });

  it.each([
    ['not an object', 'x'],
    ['no id', { response: {} }],
    ['no members', { id: 'x', response: {} }],
    [
      'bytes that are not CBOR',
      {
        id: 'eA',
        rawId: 'eA',
        type: 'public-key',
        response: { clientDataJSON: 'e30', attestationObject: '____' },
      },
    ],
  ])('of hostile forms are refused: %s', async (_, response) => {
    const eve = await site.seed.person(`e${Math.random().toString(36).slice(2, 8)}`);
    const { status } = await site.ask(create, { as: eve, input: { name: 'x', response } });
    expect([400, 403]).toContain(status);
    expect(await listed(eve)).toEqual([]);
  });

  // S-09 of docs/reference/sign-in.md.
  it('confirm actions, and only those of their own account', async () => {
    const [fay, gus] = [await site.seed.person('fay'), await site.seed.person('gus')];
    const [mine, theirs] = [new SoftPasskey({ origin: ORIGIN }), new SoftPasskey({ origin: ORIGIN })];
    await register(fay, mine);
    const { id } = (await register(gus, theirs)).body.data;
    const setPassword = (headers: Record<string, string> = {}) =>
      site.ask(userCalls.changeSelf, {
        as: fay,
        input: { current_password: PASSWORD, password: 'another horse' },
        headers,
      });

    expect(await setPassword()).toMatchObject({
      status: 403,
      body: { code: 'confirmation.required', action: 'sign_in_data' },
    });
    expect(await confirmBy(fay, theirs)).toMatchObject(refused);
    const other = (await confirmBy(fay, mine, 'channel_key')).body.data;
    expect((await setPassword({ 'x-confirmation': other })).status).toBe(403);
    const token = (await confirmBy(fay, mine)).body.data;
    expect((await setPassword({ 'x-confirmation': token })).status).toBe(200);
    expect((await setPassword({ 'x-confirmation': token })).status).toBe(403);
    const headers = { 'x-confirmation': (await confirmBy(fay, mine)).body.data };
    const foreign = await site.ask(remove, { as: fay, params: { id }, headers });
    expect(foreign).toMatchObject({ status: 404, body: { code: 'passkey.not_found' } });
  });

  it('cannot be removed where they are the last way to sign in', async () => {
    const hal = await site.seed.person('hal');
    const device = new SoftPasskey({ origin: ORIGIN });
    const { body } = await register(hal, device);
    await site.db.updateTable('users').set({ password_hash: '' }).where('id', '=', hal.id).execute();
    const removeIt = async () => {
      const headers = { 'x-confirmation': (await confirmBy(hal, device)).body.data };
      return site.ask(remove, { as: hal, params: { id: body.data.id }, headers });
    };
    expect((await removeIt()).body.code).toBe('identity.last_way');
    expect(await listed(hal)).toHaveLength(1);
    await site.db.updateTable('users').set({ password_hash: 'x' }).where('id', '=', hal.id).execute();
    expect((await removeIt()).status).toBe(200);
    expect(await signInBy(device)).toMatchObject(refused);
  });

  it('are what a required second factor asks of an account that has nothing else', async () => {
    const ida = await site.seed.person('ida', { role: role.admin });
    await register(ida, new SoftPasskey({ origin: ORIGIN }));
    const login = () =>
      new TestVisitor(site).ask(userCalls.login, { input: { username: 'ida', password: PASSWORD } });
    expect((await login()).status).toBe(200);
    await site.options.set('SecondFactorRequired', 'administrators');
    expect((await login()).body.code).toBe('session.second_factor_required');
    await site.options.set('SecondFactorRequired', 'nobody');
  });
});

/** The same passkey, asked by a page of another origin. */
function likeAt(device: SoftPasskey, origin: string): SoftPasskey {
  return Object.assign(new SoftPasskey({ origin }), { id: device.id });
}
