import { createHash } from 'node:crypto';
import { runInNewContext } from 'node:vm';
import { orderCalls } from '@turnpike/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { anyDatabase } from '../../../test/support/databases.ts';
import { MP_APP_ID, MP_SECRET, WEIXIN } from '../../../test/support/payment/fake-official-account.ts';
import {
  API_V3_KEY,
  FakeWxPay,
  MCH_ID,
  MCH_PRIVATE_KEY,
  MCH_SERIAL,
  PUB_KEY_ID,
  WX_APP_ID,
  WX_PUBLIC_KEY,
  WXPAY,
} from '../../../test/support/payment/fake-wxpay.ts';
import { type PaymentWorld, startPaymentWorld } from '../../../test/support/payment/payment-world.ts';

const config = {
  ...{ app_id: WX_APP_ID, mch_id: MCH_ID, mch_certificate_serial_number: MCH_SERIAL },
  ...{ mch_apiv3_key: API_V3_KEY, mch_private_key: MCH_PRIVATE_KEY },
  ...{ public_key_id: PUB_KEY_ID, public_key: WX_PUBLIC_KEY },
  ...{ pay_type: 'JSAPI', mp_app_id: MP_APP_ID, mp_secret: MP_SECRET },
};
const input = { type: 'wxpay', name: 'WeChat', currency: 'CNY', rate: 7.3, config };
const WECHAT = { 'user-agent': 'Mozilla/5.0 (iPhone) Mobile MicroMessenger/8.0.50', 'accept-language': 'en' };
const PAGE = 'https://gateway.example/api/payment/page/';

type Answer = Awaited<ReturnType<PaymentWorld['site']['ask']>>;

describe.each(anyDatabase)('WeChat Pay JSAPI on $name', (engine) => {
  let world: PaymentWorld;
  let wxpay: FakeWxPay;
  let uuid: string;

  const connect = () => {
    wxpay = new FakeWxPay(world.site.now);
    world.internet.sites[WXPAY] = wxpay.site;
    world.internet.sites[WEIXIN] = wxpay.officialAccount.site;
  };
  beforeAll(async () => {
    world = await startPaymentWorld(engine, {});
    connect();
    uuid = await world.gateway(input);
  });
  afterAll(() => world.stop());
  beforeEach(async () => {
    connect();
    await world.newBuyer();
  });

  const ordered = async (of = uuid): Promise<string> => (await world.order(of)).body.data.trade_no;
  /** A browser opens the page of an order, without any cookie. */
  const open = (trade_no: string, query: Record<string, string> = {}, headers = WECHAT) =>
    world.site.ask(orderCalls.open, { params: { trade_no }, query, headers: { origin: '', ...headers } });
  /** The browser comes back from the authorization that a page has sent it to. */
  const authorized = (answer: Answer, person?: string) => {
    expect(answer.status).toBe(302);
    const { code, state, url } = wxpay.officialAccount.authorize(String(answer.headers.location), person);
    return { code, state, url };
  };
  const openTwice = async (trade_no: string, person?: string) => {
    const { code, state } = authorized(await open(trade_no), person);
    return open(trade_no, { code, state });
  };
  const notify = (trade_no: string, changed: object = {}, of = uuid) =>
    world.notify(of, wxpay.signed(wxpay.notice({ ...wxpay.view(wxpay.pay(trade_no)), ...changed })));
  const noteOf = async (trade_no: string): Promise<string> => {
    const query = { trade_no };
    return (await world.site.ask(orderCalls.list, { as: world.root, query })).body.data.data[0].note;
  };

  it('is scanned with WeChat, opens the dialog of WeChat, and is credited once', async () => {
    const { trade_no, ...page } = (await world.order(uuid)).body.data;
    expect(page).toMatchObject({ type: 2, data: { url: PAGE + trade_no } });
    expect(wxpay.asked).toEqual([]);

    const { code, state, url } = authorized(await open(trade_no));
    expect(url.origin + url.pathname).toBe(PAGE + trade_no);
    const answer = await open(trade_no, { code, state });
    expect(answer.status).toBe(200);
    const shown = runPage(answer);
    const transaction = wxpay.openDialog(shown.asked[0] ?? {});
    expect(transaction).toMatchObject({
      ...{ out_trade_no: trade_no, total: 7300 },
      notify_url: `https://gateway.example/api/payment/notify/${uuid}`,
      content: { appid: MP_APP_ID, payer: { openid: `o_ann-${MP_APP_ID}` } },
    });

    shown.reply('get_brand_wcpay_request:cancel');
    expect(shown.went).toEqual([]);
    shown.click();
    expect(shown.asked).toHaveLength(2);
    shown.reply('get_brand_wcpay_request:ok');
    expect(shown.went).toEqual(['https://gateway.example/panel/topup']);
    expect((await notify(trade_no)).status).toBe(200);
    expect((await notify(trade_no)).status).toBe(200);
    await world.runJob();
    expect(await world.quota()).toBe(10);
    expect((await open(trade_no)).body).toContain('This order is paid.');
    const refunded = { mchid: MCH_ID, out_trade_no: trade_no, transaction_id: transaction.transaction_id };
    const notice = wxpay.notice(refunded, { event_type: 'REFUND.SUCCESS' });
    expect((await world.notify(uuid, wxpay.signed(notice))).status).toBe(200);
    expect(wxpay.faults).toEqual([]);
  });

  it('is opened on a phone, by a page that can follow its redirects', async () => {
    const { trade_no, type, data } = (await world.order(uuid, 10, { 'user-agent': 'iPhone Mobile' })).body
      .data;
    expect({ type, url: data.url }).toEqual({ type: 1, url: PAGE + trade_no });
    const form = await world.form(trade_no);
    expect(form.body).toContain(`<a href="${PAGE}${trade_no}">`);
  });

  it.each([
    ['en', 'Open this page in WeChat to pay.'],
    ['zh-CN', '请在微信中打开本页完成支付。'],
    ['zh-HK', '請在微信中開啟本頁完成付款。'],
    ['ja', '支払うには、このページを WeChat で開いてください。'],
  ])('asks readers of %s outside of WeChat to open it there', async (language, text) => {
    const trade_no = await ordered();
    const browser = { 'user-agent': 'Mozilla/5.0 (iPhone) Mobile Safari', 'accept-language': language };
    const answer = await open(trade_no, {}, browser);
    expect(answer.status).toBe(200);
    expect(answer.body).toContain(text);
    expect(answer.body).toContain(`<code>${PAGE}${trade_no}</code>`);
    expect(answer.headers['content-security-policy']).toContain("script-src 'none'");
  });

  it('says so in WeChat without its bridge, and waits for a bridge that comes late', async () => {
    const shown = runPage(await openTwice(await ordered()), { hasBridge: false });
    expect(shown.asked).toEqual([]);
    shown.click();
    expect(shown.isOutside()).toBe(true);
    shown.bridgeComes();
    expect(shown.asked).toHaveLength(1);
  });

  it('runs its own script only, and asks for nothing', async () => {
    const answer = await openTwice(await ordered());
    const policy = String(answer.headers['content-security-policy']);
    expect(policy.split('; ')).toEqual([
      "default-src 'none'",
      "style-src 'unsafe-inline'",
      `script-src 'sha256-${createHash('sha256').update(scriptOf(answer)).digest('base64')}'`,
      "form-action 'none'",
      'frame-src weixin:',
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ]);
    expect(answer.headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'origin' });
    expect(JSON.stringify(answer)).not.toContain(MP_SECRET);
  });

  it('begins again with a foreign or used state, and with none', async () => {
    const [own, other] = [await ordered(), await ordered()];
    const foreign = authorized(await open(other));
    const { code, state } = authorized(await open(own));
    for (const query of [{ code, state: foreign.state }, { code, state: 'a'.repeat(64) }, { code }]) {
      const again = authorized(await open(own, query));
      expect([state, foreign.state]).not.toContain(again.state);
    }
    expect(wxpay.officialAccount.asked).toEqual([]);
    expect((await open(own, { code, state })).status).toBe(200);
    // A reload of the page sends code and state again.
    const reloaded = authorized(await open(own, { code, state }));
    expect((await open(own, { code: reloaded.code, state: reloaded.state })).status).toBe(200);
    expect(wxpay.officialAccount.asked).toHaveLength(2);
    expect(wxpay.transactions.size).toBe(1);
  });

  it('forgets a state after ten minutes', async () => {
    const trade_no = await ordered();
    const { code, state } = authorized(await open(trade_no));
    world.site.passTime(601);
    expect((await open(trade_no, { code, state })).status).toBe(302);
    expect(wxpay.officialAccount.asked).toEqual([]);
  });

  it('creates no payment with a code that was used, and says why to administrators', async () => {
    const trade_no = await ordered();
    const { code, state } = authorized(await open(trade_no));
    expect((await open(trade_no, { code, state })).status).toBe(200);
    const again = authorized(await open(trade_no));
    const answer = await open(trade_no, { code, state: again.state });
    expect(answer.status).toBe(502);
    expect(answer.body).toContain('The payment could not be started.');
    expect(answer.body).not.toContain('40163');
    expect(await noteOf(trade_no)).toBe('WeChat answered: code been used, rid: 65a1 40163');
    expect((await openTwice(trade_no)).status).toBe(200);
    expect((await notify(trade_no)).status).toBe(200);
    expect(await noteOf(trade_no)).toBe('');
  });

  it.each([
    ['an errcode', { errcode: -1, errmsg: 'system error' }, 'WeChat answered: system error -1'],
    ['no openid', { access_token: 'a' }, 'WeChat answered: no openid'],
    ['an openid that is none', { openid: '<b>' }, 'WeChat answered: no openid'],
    ['an openid of another app', { openid: 'o_ann-wx1' }, 'WeChat Pay answered: 请求失败 PARAM_ERROR'],
  ])('creates no payment with %s', async (_, instead, note) => {
    const trade_no = await ordered();
    wxpay.officialAccount.instead = instead;
    expect((await openTwice(trade_no)).status).toBe(502);
    expect(await noteOf(trade_no)).toBe(note);
    expect(wxpay.transactions.size).toBe(0);
  });

  it('is paid by the buyer who opened it first', async () => {
    const trade_no = await ordered();
    expect((await openTwice(trade_no)).status).toBe(200);
    expect((await openTwice(trade_no, 'bob')).status).toBe(502);
    expect(await noteOf(trade_no)).toContain('INVALID_REQUEST');
    expect((await openTwice(trade_no)).status).toBe(200);
  });

  it('cannot be paid after it was closed or has expired', async () => {
    const [closed, expired] = [await ordered(), await ordered()];
    const { code, state } = authorized(await open(closed));
    expect((await world.close(closed)).body.data.state).toBe('closed');
    const text = 'This order was closed or has expired.';
    expect((await open(closed, { code, state })).body).toContain(text);
    await world.runJob();
    expect(await world.read(expired)).toMatchObject({ state: 'pending' });
    world.site.passTime(3600);
    expect((await open(expired)).body).toContain(text);
    await world.runJob(1);
    expect(await world.read(expired)).toMatchObject({ state: 'closed' });
    expect(wxpay.officialAccount.asked).toEqual([]);
    expect(wxpay.transactions.size).toBe(0);
  });

  it('is closed at WeChat Pay too, once its page was opened', async () => {
    const trade_no = await ordered();
    const shown = runPage(await openTwice(trade_no));
    await world.close(trade_no);
    expect(wxpay.openDialog(shown.asked[0] ?? {}).trade_state).toBe('CLOSED');
  });

  it('refuses a notification that names the app of the merchant', async () => {
    const trade_no = await ordered();
    await openTwice(trade_no);
    expect((await notify(trade_no, { appid: WX_APP_ID })).status).toBe(401);
    const [event] = await world.events({ trade_no });
    expect(event).toMatchObject({ verdict: 'refused', reason: 'The payment went to another merchant.' });
    expect(await world.quota()).toBe(0);
  });

  it.each([
    ['another way to pay', { pay_type: 'Native' }],
    ['another official account', { mp_app_id: 'wx1' }],
    ['another merchant', { mch_id: '1900000002' }],
  ])('is not paid at an account that has got %s since', async (_, changed) => {
    const of = await world.gateway(input);
    const trade_no = await ordered(of);
    const { config: stored } = await world.site.db
      .selectFrom('payments')
      .select('config')
      .where('uuid', '=', of)
      .executeTakeFirstOrThrow();
    await world.site.db
      .updateTable('payments')
      .set({ config: JSON.stringify({ ...JSON.parse(stored), ...changed }) })
      .where('uuid', '=', of)
      .execute();
    expect((await open(trade_no)).status).toBe(502);
    expect(await noteOf(trade_no)).toContain('has changed');
  });

  it('has no page for orders of other ways to pay', async () => {
    const of = await world.gateway({ ...input, config: { ...config, pay_type: 'Native' } });
    expect((await open(await ordered(of))).body.code).toBe('entry.not_found');
    expect((await open('0'.repeat(28))).body.code).toBe('entry.not_found');
  });

  it('needs the AppSecret of the official account, which saving proves', async () => {
    const create = (given: object) => world.create({ ...input, config: { ...config, ...given } });
    expect((await create({ mp_secret: '' })).body.fields).toEqual([
      { field: 'config.mp_secret', code: 'too_small' },
    ]);
    for (const given of [{ mp_secret: 'x' }, { mp_app_id: 'wx1' }, { mp_app_id: '' }])
      expect((await create(given)).body.code).toBe('payment.check_failed');
    const apps = wxpay.officialAccount.asked.map((url) => new URL(url).searchParams.get('appid'));
    expect(apps).toEqual([MP_APP_ID, 'wx1', WX_APP_ID]);
    const answer = await create({});
    expect(answer.body.data.config).not.toHaveProperty('mp_secret');
    expect(answer.body.data.secrets).toContain('mp_secret');
  });
});

const scriptOf = ({ body }: Answer): string =>
  /<script>(.*?)<\/script>/s.exec(body as unknown as string)?.[1] ?? '';

/** Runs the script of a page as WeChat's browser does. */
function runPage(answer: Answer, { hasBridge = true } = {}) {
  const attributes = Object.fromEntries(
    [...(answer.body as unknown as string).matchAll(/ (data-\w+)="([^"]*)"/g)].map(([, name, value = '']) => [
      name,
      value.replaceAll('&quot;', '"').replaceAll('&amp;', '&'),
    ]),
  );
  const [asked, went]: [Record<string, unknown>[], string[]] = [[], []];
  const outside = { hidden: true };
  let [click, comes] = [() => {}, () => {}];
  let reply = (_: object) => {};
  const bridge = {
    invoke: (name: string, request: Record<string, unknown>, then: typeof reply) => {
      expect(name).toBe('getBrandWCPayRequest');
      asked.push(request);
      reply = then;
    },
  };
  const elements: Record<string, object> = {
    main: { getAttribute: (name: string) => attributes[name] },
    button: { addEventListener: (_: string, listener: () => void) => (click = listener) },
    '#outside': outside,
  };
  const browser: Record<string, unknown> = {
    document: {
      querySelector: (selector: string) => elements[selector],
      addEventListener: (name: string, listener: () => void) => {
        if (name === 'WeixinJSBridgeReady') comes = listener;
      },
    },
    location: { replace: (url: string) => went.push(url) },
    ...(hasBridge && { WeixinJSBridge: bridge }),
  };
  runInNewContext(scriptOf(answer), browser);
  return {
    asked,
    went,
    reply: (err_msg: string) => reply({ err_msg }),
    click: () => click(),
    isOutside: () => !outside.hidden,
    bridgeComes: () => {
      browser.WeixinJSBridge = bridge;
      comes();
    },
  };
}
