import { type ErrorCode, oauthCalls, optionCalls, siteCalls, userCalls } from '@turnpike/contract';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { askConfirmed } from '../../../test/support/ask-confirmed.ts';
import { type SignInWorld, startSignInWorld } from '../../../test/support/sign-in/sign-in-world.ts';
import { PASSWORD } from '../../../test/support/test-management.ts';

let world: SignInWorld;
let people = 0;
beforeAll(async () => {
  world = await startSignInWorld();
}, 60_000);
afterAll(() => world.stop());
// Earlier failures are forgotten.
afterEach(() => world.site.passTime(3600));

const refused = (status: number, code: ErrorCode) => ({ status, body: { code } });
const questions = () => world.internet.asked.filter((one) => one.includes('/api/wechat/user')).length;
type Browser = ReturnType<SignInWorld['browser']>;
const stateOf = async (browser: Browser): Promise<string> =>
  (await browser.ask(oauthCalls.state, { query: { provider: 'wechat' } })).body.data;
const enter = async (browser: Browser, code: string) =>
  browser.ask(oauthCalls.wechat, { query: { code, state: await stateOf(browser) } });
const signedIn = async () => {
  const username = `wx${++people}person`;
  await world.site.seed.person(username);
  const browser = world.browser();
  await browser.ask(userCalls.login, { input: { username, password: PASSWORD } });
  return browser;
};

it('opens an account, and finds it again by the id', async () => {
  world.wechat.codes.set('111111', 'openid-1').set('222222', 'openid-1');
  const first = await enter(world.browser(), '111111');
  const again = await enter(world.browser(), '222222');

  expect(first.body.data.username).toMatch(/^wechat_\d+$/);
  expect(again.body.data.id).toBe(first.body.data.id);
});

it('links to the own account', async () => {
  const browser = await signedIn();
  const { id } = (await browser.ask(userCalls.self)).body.data;
  world.wechat.codes.set('333333', 'openid-2').set('444444', 'openid-2');

  expect((await askConfirmed(browser.ask, oauthCalls.bindWechat, { input: { code: '333333' } })).status).toBe(
    200,
  );
  expect((await enter(world.browser(), '444444')).body.data.id).toBe(id);
});

it('compares ids exactly, and refuses what is none', async () => {
  const ids: number[] = [];
  for (const [code, openId] of [
    ['700001', 'openid-x'],
    ['700002', 'OPENID-x'],
    ['700003', 'openid-x '],
  ] as const) {
    world.wechat.codes.set(code, openId);
    ids.push((await enter(world.browser(), code)).body.data.id);
  }
  expect(new Set(ids).size).toBe(3);

  for (const openId of [7, ' ', 'o'.repeat(256), ['openid-x']]) {
    world.wechat.codes.set('700004', openId as string);
    expect(await enter(world.browser(), '700004')).toMatchObject(refused(502, 'oauth.no_answer'));
  }
});

it('asks once per code, and keeps the result for the browser that asked', async () => {
  world.wechat.codes.set('555555', 'openid-3');
  const browser = world.browser();
  const before = questions();
  const first = await enter(browser, '555555');
  browser.cookies.delete('session');
  const again = await enter(browser, '555555');

  expect(again.body.data.id).toBe(first.body.data.id);
  expect(questions()).toBe(before + 1);
  expect(await enter(world.browser(), '555555')).toMatchObject(refused(403, 'oauth.wrong_code'));
});

it('refuses an unknown code, for which the helper answers a success without data', async () => {
  const browser = world.browser();
  const before = questions();

  expect(await enter(browser, '000000')).toMatchObject(refused(403, 'oauth.wrong_code'));
  expect(await enter(browser, '000000')).toMatchObject(refused(403, 'oauth.wrong_code'));
  expect(questions()).toBe(before + 1);
});

it('needs a state of its own browser', async () => {
  const state = await stateOf(world.browser());
  for (const query of [{ code: '1' }, { code: '1', state: 'x' }, { code: '1', state }]) {
    expect(await world.browser().ask(oauthCalls.wechat, { query })).toMatchObject(
      refused(403, 'oauth.unknown_state'),
    );
  }
});

it('slows guesses down per network and per account', async () => {
  const guess = async (remoteAddress: string, code: number) => {
    const browser = world.browser();
    const query = { code: String(code), state: await stateOf(browser) };
    return (await browser.ask(oauthCalls.wechat, { query, remoteAddress })).body.code;
  };
  const before = questions();
  const codes: (string | undefined)[] = [];
  for (let code = 0; code < 100; code++) codes.push(await guess('198.51.100.7', code));
  expect(questions() - before).toBe(5);
  expect(codes.slice(5).every((code) => code === 'session.too_many_attempts')).toBe(true);
  expect(await guess('198.51.100.8', 1)).toBe('oauth.wrong_code');

  const browser = await signedIn();
  const bind = async (index: number) =>
    (
      await browser.ask(oauthCalls.bindWechat, {
        input: { code: `9${index}` },
        remoteAddress: `203.0.113.${index}`,
      })
    ).body.code;
  const bound: (string | undefined)[] = [];
  for (let index = 0; index < 8; index++) bound.push(await bind(index));
  expect(bound.filter((code) => code === 'oauth.wrong_code')).toHaveLength(5);
});

it('is offered with a copy of the picture of the account', async () => {
  world.internet.sites['https://qr.example'] = () => ({ body: '<svg xmlns="http://www.w3.org/2000/svg"/>' });
  await world.setOptions({ WeChatAccountQRCodeImageURL: 'https://qr.example/account.svg' });

  const { data } = (await world.site.ask(siteCalls.status)).body;
  expect(data).toMatchObject({
    wechat_login: true,
    github_oauth: true,
    oidc_auth: true,
    lark_login: true,
    telegram_login: true,
  });
  expect(data.wechat_qrcode).toMatch(/^\/api\/picture\/[0-9a-f]{64}$/);
  expect((await world.site.server.inject({ url: data.wechat_qrcode })).statusCode).toBe(200);
});

it('sends the token to the address that it was given for only', async () => {
  const set = (key: string, value: string) => ({ key, value });
  const update = (options: object[]) =>
    world.site.ask(optionCalls.updateMany, { as: world.root, input: { options } });
  const elsewhere = set('WeChatServerAddress', 'https://evil.example');

  for (const address of [elsewhere, set('WeChatServerAddress', '')]) {
    expect(await update([address])).toMatchObject({
      status: 400,
      body: { fields: [{ field: 'WeChatServerToken', code: 'option.secret_again' }] },
    });
  }
  expect((await update([elsewhere, set('WeChatServerToken', 'another')])).status).toBe(200);
  expect(await enter(world.browser(), '1')).toMatchObject(refused(502, 'oauth.no_answer'));
  await update([set('WeChatServerAddress', world.wechat.address), set('WeChatServerToken', 'wrong')]);
  expect(await enter(world.browser(), '2')).toMatchObject(refused(502, 'oauth.no_answer'));
});
