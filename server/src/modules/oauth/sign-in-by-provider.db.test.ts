import { identityCalls, oauthCalls, optionCalls, userCalls, userStatus } from '@turnpike/contract';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { askConfirmed } from '../../../test/support/ask-confirmed.ts';
import { type SignInWorld, startSignInWorld } from '../../../test/support/sign-in/sign-in-world.ts';
import { PASSWORD } from '../../../test/support/test-management.ts';

let world: SignInWorld;
let people = 0;

beforeAll(async () => {
  world = await startSignInWorld();
}, 60_000);
afterAll(() => world.stop());
afterEach(() => world.setOptions({ RegisterEnabled: 'true', LarkService: 'feishu' }));

/** A person whom GitHub has not sent before. */
const newGitHubPerson = (given: object = {}) => {
  world.github.person = { id: 1000 + ++people, login: `person-${people}`, ...given };
  return world.github.person;
};
const selfOf = async (browser: ReturnType<SignInWorld['browser']>) =>
  (await browser.ask(userCalls.self)).body.data;
/** A browser in which a new account with a password is signed in. */
const signedIn = async () => {
  const username = `local${++people}`;
  await world.site.seed.person(username);
  const browser = world.browser();
  await browser.ask(userCalls.login, { input: { username, password: PASSWORD } });
  return browser;
};

describe('signing in by a provider', () => {
  it('opens an account with the name, the verified address and the picture, and finds it again by the id', async () => {
    const person = newGitHubPerson({
      login: 'Mona-the-octocat',
      name: 'Mona',
      email: 'public@profile.example',
      avatar_url: 'https://pictures.example/mona.svg',
      emails: [
        { email: 'other@example.com', primary: true, verified: false },
        { email: 'Mona@Example.com', primary: false, verified: true },
      ],
    });
    world.internet.sites['https://pictures.example'] = () => ({
      body: '<svg xmlns="http://www.w3.org/2000/svg"/>',
    });
    const first = await world.browser().go('github');

    expect(first).toMatchObject({ status: 200, body: { success: true, message: '' } });
    expect(first.body.data).toMatchObject({
      ...{ username: 'Mona-the-oct', display_name: 'Mona', email: 'mona@example.com', is_new_account: true },
      avatar_url: expect.stringMatching(/^\/api\/picture\/[0-9a-f]{64}$/),
    });

    world.github.person = { ...person, login: 'renamed', emails: [] };
    const again = world.browser();
    expect((await again.go('github')).body.data).toMatchObject({
      id: first.body.data.id,
      username: 'Mona-the-oct',
      is_new_account: false,
    });
    expect(await selfOf(again)).toMatchObject({ id: first.body.data.id });
  });

  it('gives a number for a name that is taken or unusable, and no address that another account has', async () => {
    newGitHubPerson({
      login: 'twin-name',
      emails: [{ email: 'twin@example.com', primary: true, verified: true }],
    });
    const first = await world.browser().go('github');
    newGitHubPerson({
      login: 'Twin-Name',
      emails: [{ email: 'twin@example.com', primary: true, verified: true }],
    });
    const second = await world.browser().go('github');
    newGitHubPerson({ login: 'x' });
    const third = await world.browser().go('github');

    expect(first.body.data).toMatchObject({ username: 'twin-name', email: 'twin@example.com' });
    expect(second.body.data).toMatchObject({ username: `github_${first.body.data.id + 1}`, email: '' });
    expect(third.body.data).toMatchObject({ username: `github_${first.body.data.id + 2}` });
  });

  it('by OpenID Connect reads both families of claims', async () => {
    world.oidc.state.person = {
      ...{ sub: 'standard', preferred_username: 'oidc-ann', name: 'Ann', email: 'ann@oidc.example' },
      email_verified: 'true',
    };
    const standard = await world.browser().go('oidc');
    world.oidc.state.person = {
      sub: 'family',
      preferred_username: 'oidc-bo',
      displayName: 'Bo',
      email: 'bo@oidc.example',
    };
    const family = await world.browser().go('oidc');

    expect(standard.body.data).toMatchObject({
      username: 'oidc-ann',
      display_name: 'Ann',
      email: 'ann@oidc.example',
    });
    expect(family.body.data).toMatchObject({ username: 'oidc-bo', display_name: 'Bo', email: '' });
  });

  it.each(['feishu', 'lark'] as const)(
    'by %s works with the present token endpoint and the one before',
    async (service) => {
      await world.setOptions({ LarkService: service });
      const provider = world[service];
      provider.person = { open_id: `ou_${service}`, name: `Li ${service}`, email: 'li@lark.example' };
      const first = await world.browser().go('lark');
      provider.hasV3 = false;
      const again = await world.browser().go('lark');

      expect(first.body.data).toMatchObject({
        username: `Li${service}`,
        display_name: `Li ${service}`,
        email: '',
      });
      expect(again.body.data).toMatchObject({ id: first.body.data.id });
    },
  );

  it('by Telegram takes the name where there is one, and finds the person again', async () => {
    world.telegram.state.person = { sub: 'tg-1', name: 'Ivan P', preferred_username: 'ivan_tg' };
    const named = await world.browser().go('telegram');
    world.telegram.state.person = { sub: 'tg-2', name: 'Olga' };
    const nameless = await world.browser().go('telegram');
    const again = await world.browser().go('telegram');

    expect(named.body.data).toMatchObject({ username: 'ivan_tg', display_name: 'Ivan P', email: '' });
    expect(nameless.body.data).toMatchObject({
      username: `telegram_${named.body.data.id + 1}`,
      display_name: 'Olga',
    });
    expect(again.body.data).toMatchObject({ id: nameless.body.data.id });
  });

  it('never leads to an account by its name or address', async () => {
    const owner = await world.site.seed.person('victim');
    await world.site.db
      .updateTable('users')
      .set({ email: 'victim@example.com' })
      .where('id', '=', owner.id)
      .execute();
    newGitHubPerson({
      login: 'victim',
      emails: [{ email: 'victim@example.com', primary: true, verified: true }],
    });

    const { body } = await world.browser().go('github');

    expect(body.data.id).not.toBe(owner.id);
    expect(body.data.email).toBe('');
  });

  it('refuses new people while registration is closed, and disabled accounts', async () => {
    newGitHubPerson();
    const { body } = await world.browser().go('github');
    await world.setOptions({ RegisterEnabled: 'false' });
    expect((await world.browser().go('github')).body.data).toMatchObject({ id: body.data.id });

    const { id } = body.data;
    await world.site.ask(userCalls.update, { as: world.root, input: { id, status: userStatus.disabled } });
    expect(await world.browser().go('github')).toMatchObject({
      status: 403,
      body: { code: 'oauth.account_disabled' },
    });

    newGitHubPerson();
    expect(await world.browser().go('github')).toMatchObject({
      status: 403,
      body: { code: 'registration.closed' },
    });
  });

  it('opens one account for a person who comes twice at once', async () => {
    newGitHubPerson();
    const [one, two] = await Promise.all([world.browser().go('github'), world.browser().go('github')]);

    expect(one.body.data.id).toBe(two.body.data.id);
  });
});

describe('linking a provider', () => {
  it('links to the own account, which the provider then opens', async () => {
    const person = newGitHubPerson({ name: 'Shown Name' });
    const browser = await signedIn();
    const { id } = await selfOf(browser);

    const { status, body } = await browser.go('github', { purpose: 'bind' });
    expect([status, body]).toEqual([200, { success: true, message: 'bind' }]);
    expect((await browser.ask(identityCalls.list)).body.data).toMatchObject([
      { provider: 'github', name: 'Shown Name', email: '' },
    ]);

    world.github.person = person;
    expect((await world.browser().go('github')).body.data).toMatchObject({ id });
  });

  it('links and unlinks Telegram', async () => {
    world.telegram.state.person = { sub: 'tg-linked', name: 'Linked' };
    const browser = await signedIn();
    const { id } = await selfOf(browser);
    await browser.go('telegram', { purpose: 'bind' });
    expect((await world.browser().go('telegram')).body.data).toMatchObject({ id });

    const [telegram] = (await browser.ask(identityCalls.list)).body.data;
    expect(telegram).toMatchObject({ provider: 'telegram', name: 'Linked' });
    await askConfirmed(browser.ask, identityCalls.remove, { params: { id: telegram.id } });
    expect((await browser.ask(identityCalls.list)).body.data).toEqual([]);
  });

  it('refuses an identity of another account', async () => {
    newGitHubPerson();
    const { body } = await world.browser().go('github');
    const browser = await signedIn();

    expect(await browser.go('github', { purpose: 'bind' })).toMatchObject({
      status: 409,
      body: { code: 'identity.taken' },
    });
    expect((await browser.ask(identityCalls.list)).body.data).toEqual([]);
    expect((await world.browser().go('github')).body.data).toMatchObject({ id: body.data.id });
  });

  it('is for a session only', async () => {
    expect(
      await world.browser().ask(oauthCalls.endpoint, { query: { provider: 'github', purpose: 'bind' } }),
    ).toMatchObject({
      status: 401,
      body: { code: 'session.required' },
    });
  });

  it('is undone, but for the last way to sign in', async () => {
    newGitHubPerson();
    const browser = world.browser();
    await browser.go('github');
    const [github] = (await browser.ask(identityCalls.list)).body.data;
    const remove = (id: number) => askConfirmed(browser.ask, identityCalls.remove, { params: { id } });

    expect(await remove(github.id)).toMatchObject({ status: 409, body: { code: 'identity.last_way' } });
    world.oidc.state.person = { sub: `second way ${github.id}`, preferred_username: 'second' };
    await browser.go('oidc', { purpose: 'bind' });
    expect((await remove(github.id)).status).toBe(200);
    const [oidc, ...others] = (await browser.ask(identityCalls.list)).body.data;
    expect([oidc.provider, others]).toEqual(['oidc', []]);
    expect(await remove(oidc.id)).toMatchObject({ body: { code: 'identity.last_way' } });
  });
});

describe('a password', () => {
  afterEach(() =>
    world.setOptions({
      PasswordLoginEnabled: 'true',
      GitHubOAuthEnabled: 'true',
      OIDCAuthEnabled: 'true',
      LarkAuthEnabled: 'true',
      TelegramOAuthEnabled: 'true',
      WeChatAuthEnabled: 'true',
    }),
  );
  const logIn = (username: string, password: string) =>
    world.site.ask(userCalls.login, { input: { username, password } });

  it('opens root alone while passwords are off, and says the same to all others', async () => {
    await world.site.seed.person('nopass');
    expect((await world.setOptions({ PasswordLoginEnabled: 'false' })).status).toBe(200);

    for (const [name, password] of [
      ['nopass', PASSWORD],
      ['nopass', 'wrong'],
      ['nobody', PASSWORD],
      ['owner', 'wrong'],
    ] as const) {
      expect(await logIn(name, password)).toMatchObject({
        status: 403,
        body: { code: 'session.password_off' },
      });
    }
    expect((await logIn('owner', PASSWORD)).status).toBe(200);
  });

  it('is no way to sign in while passwords are off, nor is a provider that is turned off', async () => {
    newGitHubPerson();
    const browser = await signedIn();
    await browser.go('github', { purpose: 'bind' });
    const [github] = (await browser.ask(identityCalls.list)).body.data;
    const remove = () => askConfirmed(browser.ask, identityCalls.remove, { params: { id: github.id } });

    await world.setOptions({ PasswordLoginEnabled: 'false' });
    expect(await remove()).toMatchObject({ status: 409, body: { code: 'identity.last_way' } });
    world.oidc.state.person = { sub: `off ${github.id}`, preferred_username: 'off' };
    await browser.go('oidc', { purpose: 'bind' });
    await world.setOptions({ OIDCAuthEnabled: 'false' });
    expect(await remove()).toMatchObject({ status: 409, body: { code: 'identity.last_way' } });
    await world.setOptions({ PasswordLoginEnabled: 'true' });
    expect((await remove()).status).toBe(200);
  });

  it('stays on while there is no other way, and the last other way while passwords are off', async () => {
    const off = {
      ...{ GitHubOAuthEnabled: 'false', LarkAuthEnabled: 'false' },
      ...{ TelegramOAuthEnabled: 'false', WeChatAuthEnabled: 'false' },
    };
    const refused = (field: string) => ({
      status: 400,
      body: { fields: [{ field, code: 'option.last_sign_in' }] },
    });
    await world.setOptions({ ...off, PasswordLoginEnabled: 'false' });

    expect(await world.setOptions({ OIDCAuthEnabled: 'false' })).toMatchObject(refused('OIDCAuthEnabled'));
    await world.setOptions({ PasswordLoginEnabled: 'true', OIDCAuthEnabled: 'false' });
    const input = { key: 'PasswordLoginEnabled', value: 'false' };
    expect(await world.site.ask(optionCalls.update, { as: world.root, input })).toMatchObject(
      refused('PasswordLoginEnabled'),
    );
  });
});
