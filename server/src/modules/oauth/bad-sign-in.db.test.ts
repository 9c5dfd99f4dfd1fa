import { type ErrorCode, oauthCalls, type RedirectProvider, userCalls } from '@turnpike/contract';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type AskedPage, json, type Page, type Site } from '../../../test/support/sign-in/fake-internet.ts';
import { ISSUER, type SignInWorld, startSignInWorld } from '../../../test/support/sign-in/sign-in-world.ts';
import { PASSWORD } from '../../../test/support/test-management.ts';
import { guardedFetch } from '../../platform/net/guarded-fetch.ts';

let world: SignInWorld;
beforeAll(async () => {
  world = await startSignInWorld();
}, 60_000);
afterAll(() => world.stop());

const refused = (status: number, code: ErrorCode) => ({ status, body: { success: false, code } });
const accounts = async () => (await world.site.db.selectFrom('users').select('id').execute()).length;
const unknown = refused(403, 'oauth.unknown_state');

describe('a state', () => {
  it.each([
    ['forged', (query: object) => ({ ...query, state: 'A'.repeat(43) })],
    ['absent', ({ code }: { code?: string }) => ({ code })],
    ['empty', (query: object) => ({ ...query, state: '' })],
  ] as const)('that is %s is unknown', async (_, change) => {
    const browser = world.browser();
    const query = change(await browser.begin('github')) as Record<string, string>;

    expect(await browser.ask(oauthCalls.github, { query })).toMatchObject(unknown);
    expect(browser.cookies.has('session')).toBe(false);
  });

  // S-33 of docs/reference/sign-in.md.
  it('works once, for 50 calls at once too', async () => {
    const browser = world.browser();
    const query = await browser.begin('github');
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => browser.ask(oauthCalls.github, { query })),
    );

    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(49).fill(403)]);
  });

  // S-33 of docs/reference/sign-in.md.
  it('ends after ten minutes', async () => {
    const browser = world.browser();
    const query = await browser.begin('github');
    world.site.passTime(600);

    expect(await browser.ask(oauthCalls.github, { query })).toMatchObject(unknown);
  });

  // S-33 of docs/reference/sign-in.md.
  it('of another browser or another provider is unknown, and stays good in its own', async () => {
    const browser = world.browser();
    const query = await browser.begin('github');
    const stranger = world.browser();
    await stranger.begin('github');

    expect(await stranger.ask(oauthCalls.github, { query })).toMatchObject(unknown);
    expect(await browser.ask(oauthCalls.lark, { query })).toMatchObject(unknown);
    expect((await browser.ask(oauthCalls.github, { query })).status).toBe(200);
  });

  // S-07 of docs/reference/sign-in.md.
  it('to link is unknown in another session of the same account, and never signs in', async () => {
    await world.site.seed.person('linker');
    const input = { username: 'linker', password: PASSWORD };
    const [one, other] = [world.browser(), world.browser()];
    for (const browser of [one, other]) await browser.ask(userCalls.login, { input });
    world.github.person = { id: 500, login: 'linked' };
    const query = await one.begin('github', { purpose: 'bind' });

    expect(await other.ask(oauthCalls.github, { query })).toMatchObject(unknown);
    await one.ask(userCalls.logout);
    expect(await one.ask(oauthCalls.github, { query })).toMatchObject(unknown);
  });

  it('decides, not the session: a sign-in opens the other account in a browser that is signed in', async () => {
    world.github.person = { id: 501, login: 'deciding' };
    const browser = world.browser();
    await browser.ask(userCalls.login, { input: { username: 'linker', password: PASSWORD } });

    const { body } = await browser.go('github');

    expect(body).toMatchObject({ message: '', data: { username: 'deciding' } });
  });

  it('of a program has no challenge, so its exchange sends no verifier', async () => {
    const browser = world.browser();
    const { body } = await browser.ask(oauthCalls.state);
    const sent: string[] = [];
    const real = world.internet.sites['https://github.com'] as Site;
    world.internet.sites['https://github.com'] = ({ body: form }: AskedPage) => {
      sent.push(form);
      return json({ error: 'bad_verification_code' });
    };
    const answer = await browser.ask(oauthCalls.github, { query: { code: 'c', state: body.data } });
    world.internet.sites['https://github.com'] = real;

    expect(answer).toMatchObject(refused(403, 'oauth.code_refused'));
    expect(sent).toEqual([expect.not.stringContaining('code_verifier')]);
  });

  it('and its verifier cannot be read in the database', async () => {
    const browser = world.browser();
    const { body } = await browser.ask(oauthCalls.endpoint, { query: { provider: 'github' } });
    const dump = await world.site.dump();

    expect(dump).not.toContain(new URL(body.data).searchParams.get('state'));
    expect(dump).not.toContain('codeVerifier');
  });
});

describe('a provider', () => {
  const real: Record<string, Site> = {};
  const replace = (origin: string, site: Site) => {
    real[origin] ??= world.internet.sites[origin] as Site;
    world.internet.sites[origin] = site;
  };
  afterEach(async () => {
    Object.assign(world.internet.sites, real);
    world.lark.isAvailable = world.feishu.isAvailable = true;
    world.feishu.userInfo = undefined;
    world.github.scope = 'user:email';
    await world.setOptions({
      GitHubOAuthEnabled: 'true',
      OIDCIssuer: ISSUER,
      OIDCClientSecret: 'oidc-secret',
    });
  });

  const large = 'x'.repeat(300_000);
  it.each<[string, string, Page, number, ErrorCode]>([
    ['HTML', 'https://github.com', { body: '<!doctype html>' }, 502, 'oauth.no_answer'],
    ['HTML for the user', 'https://api.github.com', { body: '<html>' }, 502, 'oauth.no_answer'],
    ['300 KB', 'https://github.com', { body: large }, 502, 'oauth.no_answer'],
    ['nothing in time', 'https://github.com', { status: 0 }, 502, 'oauth.no_answer'],
    [
      'an error with status 200',
      'https://github.com',
      json({ error: 'incorrect_client_credentials' }),
      502,
      'oauth.misconfigured',
    ],
    ['an unknown error', 'https://github.com', json({ error: 'x' }), 502, 'oauth.no_answer'],
    [
      'a redirect',
      'https://github.com',
      { status: 302, headers: { location: 'https://api.github.com/' } },
      502,
      'oauth.no_answer',
    ],
    ['no id', 'https://api.github.com', json({ login: 'x' }), 502, 'oauth.no_answer'],
    ['an id as text', 'https://api.github.com', json({ id: '1', login: 'x' }), 502, 'oauth.no_answer'],
    ['an id of zero', 'https://api.github.com', json({ id: 0, login: 'x' }), 502, 'oauth.no_answer'],
    ['a list', 'https://api.github.com', json([]), 502, 'oauth.no_answer'],
  ])('that answers %s opens nothing', async (_, origin, page, status, code) => {
    const browser = world.browser();
    const query = await browser.begin('github');
    const before = await accounts();
    replace(origin, () => page);

    expect(await browser.ask(oauthCalls.github, { query })).toMatchObject(refused(status, code));
    expect(browser.cookies.has('session')).toBe(false);
    expect(await accounts()).toBe(before);
  });

  it('that gives fewer rights gives no address', async () => {
    world.github.scope = '';
    world.github.person = {
      ...{ id: 600, login: 'fewrights', email: 'profile@example.com' },
      emails: [{ email: 'verified@example.com', primary: true, verified: true }],
    };

    expect((await world.browser().go('github')).body.data).toMatchObject({
      username: 'fewrights',
      email: '',
    });
  });

  it('whose code was used or belongs to another challenge is refused', async () => {
    const browser = world.browser();
    const { code = '' } = await browser.begin('github');
    const { state = '' } = await browser.begin('github');

    expect(await browser.ask(oauthCalls.github, { query: { code, state } })).toMatchObject(
      refused(403, 'oauth.code_refused'),
    );
  });

  it.each<RedirectProvider>(['github', 'oidc', 'lark', 'telegram'])(
    '%s that is turned off is not asked',
    async (provider) => {
      const option = {
        ...{ github: 'GitHubOAuthEnabled', oidc: 'OIDCAuthEnabled' },
        ...{ lark: 'LarkAuthEnabled', telegram: 'TelegramOAuthEnabled' },
      }[provider];
      const browser = world.browser();
      const query = await browser.begin(provider);
      await world.setOptions({ [option]: 'false' });
      const asked = world.internet.asked.length;

      expect(await browser.ask(oauthCalls[provider], { query })).toMatchObject(refused(403, 'oauth.off'));
      expect(await browser.ask(oauthCalls.endpoint, { query: { provider } })).toMatchObject(
        refused(403, 'oauth.off'),
      );
      expect(world.internet.asked.length).toBe(asked);
      await world.setOptions({ [option]: 'true' });
    },
  );

  it('Feishu says who may not use the app, and fails with status 200', async () => {
    world.feishu.isAvailable = false;
    expect(await world.browser().go('lark')).toMatchObject(refused(403, 'oauth.not_permitted'));
    world.feishu.isAvailable = true;
    for (const answer of [
      { code: 99991663, msg: 'x' },
      { code: 0 },
      { code: 0, data: { open_id: ' ' } },
      { data: {} },
    ]) {
      world.feishu.userInfo = answer;
      expect(await world.browser().go('lark')).toMatchObject(refused(502, 'oauth.no_answer'));
    }
  });

  it.each([`${ISSUER}/`, `${ISSUER}/realm`])(
    'with the issuer %s in the settings is refused',
    async (issuer) => {
      await world.setOptions({ OIDCIssuer: issuer, OIDCClientSecret: 'oidc-secret' });
      const site = world.oidc.sites[ISSUER];
      // The document of the other issuer, also where a path stands before it.
      replace(ISSUER, () => json({ issuer: ISSUER, authorization_endpoint: `${ISSUER}/auth` }));

      const answer = await world.browser().ask(oauthCalls.endpoint, { query: { provider: 'oidc' } });

      expect(answer).toMatchObject(refused(502, 'oauth.issuer_differs'));
      expect(answer.body.message).toContain(issuer);
      world.internet.sites[ISSUER] = site as never;
    },
  );

  it('with another issuer in the redirect, or a person without the claimed name, is refused', async () => {
    const browser = world.browser();
    const query = await browser.begin('oidc');
    expect(query.iss).toBe(ISSUER);
    expect(
      await browser.ask(oauthCalls.oidc, { query: { ...query, iss: 'https://evil.example' } }),
    ).toMatchObject(refused(502, 'oauth.no_answer'));

    world.oidc.state.person = { sub: 'nameless', name: 'No Name' };
    expect(await world.browser().go('oidc')).toMatchObject(refused(403, 'oauth.not_permitted'));
  });

  it('inside a private network is not asked', async () => {
    await world.setOptions({ OIDCIssuer: 'https://169.254.169.254', OIDCClientSecret: 'oidc-secret' });
    world.site.fakes.guardedFetch = guardedFetch;

    const answer = await world.browser().ask(oauthCalls.endpoint, { query: { provider: 'oidc' } });

    world.site.fakes.guardedFetch = world.internet.guardedFetch;
    expect(answer).toMatchObject(refused(502, 'oauth.private_network'));
  });
});
