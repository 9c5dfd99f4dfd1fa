import { type ErrorCode, oauthCalls } from '@turnpike/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  type ForgedOidcProvider,
  startForgedOidcProvider,
} from '../../../test/support/sign-in/forged-oidc-provider.ts';
import { type SignInWorld, startSignInWorld } from '../../../test/support/sign-in/sign-in-world.ts';

const ISSUER = 'https://forged.example';

let world: SignInWorld;
let forged: ForgedOidcProvider;
beforeAll(async () => {
  world = await startSignInWorld();
  forged = startForgedOidcProvider(ISSUER);
  world.internet.sites[ISSUER] = forged.site;
}, 60_000);
afterAll(() => world.stop());
beforeEach(async () => {
  Object.assign(forged, { document: {}, claims: {}, userInfo: undefined });
  await world.setOptions({
    ...{ OIDCIssuer: ISSUER, OIDCClientId: forged.client.id, OIDCClientSecret: forged.client.secret },
  });
});

const refused = (status: number, code: ErrorCode) => ({ status, body: { code } });
const noAnswer = refused(502, 'oauth.no_answer');
const accounts = async () => (await world.site.db.selectFrom('users').select('id').execute()).length;
const enter = () => world.browser().go('oidc');

describe('a discovery document', () => {
  const begin = () => world.browser().ask(oauthCalls.endpoint, { query: { provider: 'oidc' } });
  const ADDRESSES = ['authorization_endpoint', 'token_endpoint', 'jwks_uri', 'userinfo_endpoint'];
  const bad = [
    'javascript:alert(1)//forged.example',
    'data:text/html,x',
    'http://forged.example/auth',
    'http://10.0.0.1/auth',
    'http://keycloak/auth',
    'https://ann:secret@forged.example/auth',
    'https://@forged.example/auth#',
    'https://forged.example/auth#state=x',
    '//forged.example/auth',
    '/auth',
    '',
    7,
    null,
    ['https://forged.example/auth'],
  ];

  it.each(ADDRESSES.flatMap((name) => bad.map((value) => [name, value] as const)))(
    'with the %s %j is refused',
    async (name, value) => {
      forged.document = { [name]: value };
      expect(await begin()).toMatchObject(noAnswer);
    },
  );

  it.each(ADDRESSES.slice(0, 3))('without %s is refused', async (name) => {
    forged.document = { [name]: undefined };
    expect(await begin()).toMatchObject(noAnswer);
  });

  it('keeps its own query in the address, and replaces parameters of the sign-in there', async () => {
    const query =
      'tenant=a%20b&state=x&state=y&client_id=other&response_type=token&redirect_uri=https%3A%2F%2Fevil.example&nonce=n&scope=all&code_challenge=c&code_challenge_method=plain';
    forged.document = { authorization_endpoint: `${ISSUER}/auth?${query}` };
    const address = new URL((await begin()).body.data);
    const all = (name: string) => address.searchParams.getAll(name);

    expect(all('tenant')).toEqual(['a b']);
    expect(all('client_id')).toEqual([forged.client.id]);
    expect(all('response_type')).toEqual(['code']);
    expect(all('redirect_uri')).toEqual([`${world.origin}/oauth/oidc`]);
    expect(all('code_challenge_method')).toEqual(['S256']);
    for (const name of ['state', 'nonce', 'code_challenge'])
      expect(all(name)).toEqual([expect.stringMatching(/^[\w-]{43}$/)]);
    expect(all('scope')).toEqual([expect.stringMatching(/^openid /)]);
  });
});

describe('an e-mail address', () => {
  type Claims = Record<string, unknown>;
  const [own, other] = ['own@mail.example', 'other@mail.example'];
  let people = 0;

  it.each<[string, Claims, Claims | undefined, string]>([
    ['in the ID token, verified', { email: own, email_verified: true }, undefined, own],
    ['verified as a text', { email: own, email_verified: 'true' }, undefined, own],
    ['in the user information, verified there', {}, { email: own, email_verified: true }, own],
    ['without a flag', { email: own }, undefined, ''],
    ['verified as 1', { email: own, email_verified: 1 }, undefined, ''],
    ['verified as "TRUE"', { email: own, email_verified: 'TRUE' }, undefined, ''],
    ['in the user information, verified in the ID token', { email_verified: true }, { email: own }, ''],
    ['in the ID token, verified in the user information', { email: own }, { email_verified: true }, ''],
    [
      'in the user information, with another verified one in the ID token',
      { email: other, email_verified: true },
      { email: own },
      '',
    ],
    [
      'not verified any more',
      { email: own, email_verified: true },
      { email: own, email_verified: false },
      '',
    ],
    [
      'in the ID token, with an empty one in the user information',
      { email: own, email_verified: true },
      { email: '', email_verified: false },
      own,
    ],
  ])('%s counts as it should', async (_, claims, shown, email) => {
    await world.site.db.updateTable('users').set({ email: '' }).where('email', 'in', [own, other]).execute();
    const sub = `mail ${++people}`;
    forged.claims = { sub, preferred_username: 'mailed', ...claims };
    forged.userInfo = shown && { sub, ...shown };

    expect((await enter()).body.data.email).toBe(email);
  });
});

describe('a subject', () => {
  it('is compared exactly', async () => {
    const subjects = ['person', 'Person', 'person ', ' person', 'pérson', 'pe\u0301rson', 'ｐerson'];
    const idOf = async (sub: string): Promise<number> => {
      forged.claims = { sub, preferred_username: 'exact' };
      return (await enter()).body.data.id;
    };
    const ids: number[] = [];
    for (const sub of subjects) ids.push(await idOf(sub));

    expect(new Set(ids).size).toBe(subjects.length);
    for (const [index, sub] of subjects.entries()) expect(await idOf(sub)).toBe(ids[index]);
  });

  it.each<[string, unknown]>([
    ['an empty text', ''],
    ['blanks', '  '],
    ['a number', 7],
    ['a flag', true],
    ['a list', ['person']],
    ['absent', undefined],
    ['256 characters', 's'.repeat(256)],
    ['a text that cannot be stored', 'a\0b'],
    ['half a character', 'a\uD800'],
  ])('that is %s opens nothing', async (_, sub) => {
    const before = await accounts();
    forged.claims = { sub, preferred_username: 'nobody' };

    expect(await enter()).toMatchObject(noAnswer);
    expect(await accounts()).toBe(before);
  });

  it('that is too long with its issuer opens nothing', async () => {
    forged.claims = { sub: 's'.repeat(255), preferred_username: 'long' };
    expect(await enter()).toMatchObject(refused(502, 'identity.unusable'));
  });

  it.each([
    ['another case', 'Same'],
    ['a blank more', 'same '],
  ])('that differs in the user information by %s opens nothing', async (_, sub) => {
    forged.claims = { sub: 'same', preferred_username: 'same' };
    forged.userInfo = { sub };
    const before = await accounts();

    expect(await enter()).toMatchObject(noAnswer);
    expect(await accounts()).toBe(before);
  });

  it.each<[string, unknown]>([
    ['a number', 7],
    ['blanks', ' '],
    ['256 characters', 'o'.repeat(256)],
  ])('of Feishu that is %s opens nothing', async (_, open_id) => {
    world.feishu.userInfo = { code: 0, data: { open_id, name: 'x' } };
    expect(await world.browser().go('lark')).toMatchObject(noAnswer);
    world.feishu.userInfo = undefined;
  });

  it('of Feishu is compared exactly', async () => {
    const ids: number[] = [];
    for (const open_id of ['ou_x', 'OU_x', 'ou_x ']) {
      world.feishu.person = { open_id, name: 'x' };
      ids.push((await world.browser().go('lark')).body.data.id);
    }
    expect(new Set(ids).size).toBe(3);
  });
});
