import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type ErrorCode, oauthCalls } from '@turnpike/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startOidcProvider } from '../../../test/support/sign-in/real-oidc-provider.ts';
import { type SignInWorld, startSignInWorld } from '../../../test/support/sign-in/sign-in-world.ts';
import { guardedFetch } from '../../platform/net/guarded-fetch.ts';

let world: SignInWorld;
let server: Server;
let address = '';
let answer: RequestListener;
const asked: string[] = [];

beforeAll(async () => {
  world = await startSignInWorld();
  world.site.fakes.guardedFetch = guardedFetch;
  server = createServer((request, reply) => {
    asked.push(String(request.url).replace(/\?.*/, ''));
    answer(request, reply);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}, 60_000);
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await world.stop();
});

const refused = (code: ErrorCode) => ({ status: 502, body: { code } });
const METADATA = 'http://169.254.169.254';

it('an OpenID provider in a private network is asked only where root allows it', async () => {
  const oidc = startOidcProvider({
    ...{ issuer: address, redirectUris: [`${world.origin}/oauth/oidc`], isPlain: true },
  });
  answer = oidc.sites[address] as RequestListener;
  const picture = `${address}/picture.svg`;
  oidc.state.person = { sub: 'inside', preferred_username: 'insider', picture };
  const begin = () => world.browser().ask(oauthCalls.endpoint, { query: { provider: 'oidc' } });
  const use = (OIDCIssuer: string, OIDCAllowPrivate: string) =>
    world.setOptions({ OIDCIssuer, OIDCAllowPrivate, OIDCClientSecret: oidc.client.secret });

  await use(address, 'false');
  expect(await begin()).toMatchObject(refused('oauth.private_network'));
  expect(asked).toEqual([]);

  await use(address, 'true');
  const { body } = await world.browser().go('oidc');
  // Its picture is not fetched: pictures stay public.
  expect(body.data).toMatchObject({ username: 'insider', avatar_url: '' });
  expect(asked).not.toContain('/picture.svg');

  // A document of the private issuer may name other private addresses without TLS, but no public ones.
  for (const [endpoint, isUsable] of [
    ['http://keycloak.internal/auth', true],
    ['https://id.example/auth', true],
    ['http://id.example/auth', false],
    ['http://8.8.8.8/auth', false],
  ] as const) {
    const document = { authorization_endpoint: endpoint, token_endpoint: endpoint, jwks_uri: endpoint };
    answer = (_request, reply) =>
      void reply
        .setHeader('content-type', 'application/json')
        .end(JSON.stringify({ issuer: address, ...document }));
    await use(address, 'true');
    if (isUsable) expect((await begin()).body.data).toContain(endpoint);
    else expect(await begin()).toMatchObject(refused('oauth.no_answer'));
  }

  for (const isAllowed of ['true', 'false']) {
    await use(METADATA, isAllowed);
    expect(await begin()).toMatchObject(refused('oauth.private_network'));
  }
  // A public issuer needs TLS.
  await use('http://id.example', 'true');
  expect(await begin()).toMatchObject(refused('oauth.no_answer'));
});

it('a wechat-server in a private network is asked only where root allows it', async () => {
  answer = (_request, reply) => void reply.end(JSON.stringify({ success: true, data: 'openid-inside' }));
  const enter = async () => {
    const browser = world.browser();
    const { body } = await browser.ask(oauthCalls.state, { query: { provider: 'wechat' } });
    return browser.ask(oauthCalls.wechat, { query: { code: '123456', state: body.data } });
  };
  const use = (WeChatServerAddress: string, WeChatAllowPrivate: string) =>
    world.setOptions({ WeChatServerAddress, WeChatAllowPrivate, WeChatServerToken: 'token' });

  await use(address, 'false');
  expect(await enter()).toMatchObject(refused('oauth.private_network'));
  await use(address, 'true');
  expect((await enter()).body.data.username).toMatch(/^wechat_\d+$/);
  for (const isAllowed of ['true', 'false']) {
    await use(METADATA, isAllowed);
    expect(await enter()).toMatchObject(refused('oauth.private_network'));
  }
});
