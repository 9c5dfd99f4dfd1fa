import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Suspense } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { siteStatusQuery } from '../../api/site-status.ts';
import { loadTexts } from '../../i18n/i18n.ts';
import { renderPart } from '../../ui/test/test-screen.tsx';
import { serve } from '../../ui/test/test-server.ts';
import { toastQueue } from '../../ui/toast/toast.ts';
import TopUpPage from './topup-page.tsx';

const self = { id: 7, username: 'ann', display_name: '', role: 1, quota: 500_000, used_quota: 250_000 };

afterEach(() => {
  cleanup();
  for (const { id } of toastQueue.shown()) toastQueue.close(id);
  vi.unstubAllGlobals();
});

const way = {
  ...{ uuid: 'w1', type: 'epay', name: 'EasyPay', icon: '', currency: 'CNY', rate: 7.3, sort: 0 },
  ...{ fixed_fee: 0, percent_fee: 0.05, min_amount: 5, max_amount: 500, amounts: null },
};
const dollarWay = {
  ...way,
  uuid: 'w2',
  name: 'Cards',
  currency: 'USD',
  rate: 1,
  percent_fee: 0,
  fixed_fee: 0.3,
};

const order = {
  ...{
    id: 1,
    trade_no: 'abcdefghijklmnopqrstuvwx',
    gateway_id: 1,
    gateway_name: 'EasyPay',
    gateway_type: 'epay',
  },
  ...{ amount: 100, order_amount: 728.18, order_currency: 'CNY', fee: 34.68, discount: 38.32 },
  ...{ quota: 50_000_000, bonus_quota: 2_500_000, status: 'pending', state: 'pending', refunded_amount: 0 },
  ...{ created_at: 1_800_000_000, expires_at: 1_800_003_600, paid_at: 0 },
};
const orderPath = `/api/user/order/${order.trade_no}`;
const formPage = { type: 1, data: { url: 'https://pay.test/', method: 'POST', params: {} } };
const listOf = (...data: object[]) => ({ data: { data, page: 1, size: 30, total_count: data.length } });

const invitations = {
  ...{ code: '0a1b2c3d4e5f', invited_count: 0, earned_quota: 0, transferable_quota: 0 },
  ...{ inviter_reward: 0, invitee_gift: 0 },
};

async function open(answers: Parameters<typeof serve>[0], address = '/panel/topup', site: object = {}) {
  const asked = serve({
    'GET /api/status': { data: { has_session: true, quota_per_unit: 500_000, display_in_currency: true } },
    'GET /api/user/self': { data: self },
    'GET /api/user/payment': { data: [] },
    'GET /api/user/order/': listOf(),
    'GET /api/user/aff/overview': { data: invitations },
    ...answers,
  });
  await Promise.all([loadTexts('topup'), loadTexts('invitation')]);
  const { client } = await renderPart(
    <Suspense>
      <TopUpPage />
    </Suspense>,
    { address, self },
  );
  client.setQueryData(
    siteStatusQuery.queryKey,
    (status) => status && { ...status, ...site, RechargeDiscount: '{"100":0.95}', RechargeBonus: '{"50":5}' },
  );
  await screen.findByRole('heading', { name: 'Top up', hidden: true });
  return asked;
}

const toasts = () => toastQueue.shown().map(({ message }) => message);

describe('a redemption code', () => {
  const codeField = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Code' });
  const redeem = async (code: string) => {
    await userEvent.click(codeField());
    await userEvent.paste(code);
    await userEvent.click(screen.getByRole('button', { name: 'Redeem' }));
  };

  it('is sent without its blanks, and the balance grows without a reload', async () => {
    let quota = 500_000;
    const asked = await open({
      'GET /api/user/self': () => ({ data: { ...self, quota } }),
      'POST /api/user/topup': () => {
        quota += 1_000_000;
        return { data: 1_000_000 };
      },
    });
    const balance = screen.getByRole('region', { name: 'Current balance' });
    expect(within(balance).getByText('$1.00')).toBeTruthy();
    await redeem(' abcd-efgh  ijkl-mnop ');
    expect(await within(balance).findByText('$3.00')).toBeTruthy();
    expect(asked).toEqual([{ call: 'POST /api/user/topup', body: { key: 'abcd-efghijkl-mnop' } }]);
    expect(toasts()).toEqual(['$2.00 added to your balance']);
    expect(codeField().value).toBe('');
  });

  it.each([
    ['  ', '', 'Required.'],
    ['abcd', 'redemption.mistyped', 'The code has a typing mistake. Compare its letters and digits.'],
    ['abcd', 'redemption.used_by_you', 'You have already redeemed this code.'],
  ])('%j says at the field what is wrong with it', async (key, code, text) => {
    await open({ 'POST /api/user/topup': { code, fields: [{ field: 'key', code }] } });
    await redeem(key);
    expect((await screen.findByRole('alert')).textContent).toBe(text);
    expect(codeField().getAttribute('aria-invalid')).toBe('true');
    expect(toasts()).toEqual([]);
  });
});

describe('paying online', () => {
  const amountField = () => screen.findByRole<HTMLInputElement>('textbox', { name: 'Amount in US dollars' });
  const type = async (text: string) => {
    await userEvent.clear(await amountField());
    await userEvent.type(await amountField(), text);
  };
  const pay = () => userEvent.click(screen.getByRole('button', { name: /^Pay/ }));
  const summary = () =>
    Object.fromEntries(
      [...screen.getByLabelText('Summary').querySelectorAll('dt')].map((name) => [
        name.textContent,
        name.nextElementSibling?.textContent,
      ]),
    );
  const stubTab = () => {
    const tab = { opener: window, closed: false, location: { replace: vi.fn() }, close: vi.fn() };
    const opened = vi.fn(() => tab as never);
    vi.stubGlobal('open', opened);
    return { tab, opened };
  };

  it('shows how the price is made up, live, for each gateway', async () => {
    await open({ 'GET /api/user/payment': { data: [way, dollarWay] } });
    const ways = await screen.findAllByRole('radio');
    expect(ways.map((one) => [one.textContent, one.getAttribute('aria-checked')])).toEqual([
      ['EasyPay', 'true'],
      ['Cards', 'false'],
    ]);
    expect(screen.getByRole('button', { name: '$50 +5%' })).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: '$100 −5% · +5%' }));
    expect(summary()).toEqual({
      Amount: '$100.00',
      'Discounted price': '$95.00',
      'Fee (5%)': '$4.75',
      'Exchange rate': '1 USD = 7.3 CNY',
      'To pay': '¥728.18',
      Bonus: '+$5.00',
      'Added to your balance': '$105.00',
    });
    await type('20');
    expect(summary()).toEqual({
      Amount: '$20.00',
      'Fee (5%)': '$1.00',
      'Exchange rate': '1 USD = 7.3 CNY',
      'To pay': '¥153.30',
      'Added to your balance': '$20.00',
    });
    await userEvent.click(screen.getByRole('radio', { name: 'Cards' }));
    expect(summary()).toEqual({
      Amount: '$20.00',
      'Fee (fixed)': '$0.30',
      'To pay': '$20.30',
      'Added to your balance': '$20.00',
    });
    expect(screen.getByRole('button', { name: 'Pay $20.30' })).toBeTruthy();
  });

  it('checks the amount before anything is sent, and says at the field what is wrong', async () => {
    const { opened } = stubTab();
    const asked = await open({ 'GET /api/user/payment': { data: [way] } });
    for (const [typed, text] of [
      ['0', 'A whole number of dollars, at least 1.'],
      ['4', 'Must be at least 5.'],
      ['501', 'Must be at most 500.'],
    ] as const) {
      await type(typed);
      expect((await amountField()).getAttribute('aria-invalid')).toBe('false');
      await pay();
      expect((await screen.findByRole('alert')).textContent).toBe(text);
    }
    expect(asked).toEqual([]);
    expect(opened).not.toHaveBeenCalled();
  });

  it('shows at the field what the server refuses, and closes the tab', async () => {
    const { tab } = stubTab();
    await open({
      'GET /api/user/payment': { data: [way] },
      'POST /api/user/order': {
        code: 'request.invalid',
        fields: [{ field: 'amount', code: 'too_small|10' }],
      },
    });
    await type('7');
    await pay();
    expect((await screen.findByRole('alert')).textContent).toBe('Must be at least 10.');
    expect(tab.close).toHaveBeenCalled();
  });

  it('offers only the amounts that a gateway sells', async () => {
    stubTab();
    const soldWay = { ...dollarWay, uuid: 'w3', name: 'Creem', amounts: [10, 50, 100] };
    const asked = await open({
      'GET /api/user/payment': { data: [way, soldWay] },
      'POST /api/user/order': {
        code: 'request.invalid',
        fields: [{ field: 'amount', code: 'payment.amount_not_sold|10, 100' }],
      },
    });
    await type('20');
    await userEvent.click(screen.getByRole('radio', { name: 'Creem' }));
    expect(screen.queryByRole('textbox', { name: 'Amount in US dollars' })).toBeNull();
    expect(screen.queryByRole('group', { name: 'Common amounts' })).toBeNull();
    const amounts = within(screen.getByRole('radiogroup', { name: 'Amount in US dollars' }));
    expect(
      amounts.getAllByRole('radio').map((one) => [one.textContent, one.getAttribute('aria-checked')]),
    ).toEqual([
      ['$10', 'false'],
      ['$50+5%', 'false'],
      ['$100−5% · +5%', 'false'],
    ]);
    expect(screen.queryByLabelText('Summary')).toBeNull();
    await pay();
    expect((await screen.findByRole('alert')).textContent).toBe('Choose an amount.');
    expect(asked).toEqual([]);

    await userEvent.click(amounts.getByRole('radio', { name: '$50 +5%' }));
    expect(screen.queryByRole('alert')).toBeNull();
    expect(summary()).toMatchObject({ Amount: '$50.00', 'To pay': '$50.30' });
    await pay();
    expect((await screen.findByRole('alert')).textContent).toBe('Only these amounts are sold: 10, 100.');
    expect(asked).toEqual([{ call: 'POST /api/user/order', body: { uuid: 'w3', amount: 50 } }]);

    await userEvent.click(screen.getByRole('radio', { name: 'EasyPay' }));
    expect((await amountField()).value).toBe('50');
  });

  it('opens the payment page in a tab, waits, and shows the credit with the new balance', async () => {
    const { tab, opened } = stubTab();
    let state = 'pending';
    let quota = 500_000;
    const asked = await open({
      'GET /api/user/self': () => ({ data: { ...self, quota } }),
      'GET /api/user/payment': { data: [way] },
      'POST /api/user/order': { data: { ...formPage, trade_no: order.trade_no } },
      [`GET ${orderPath}`]: () => ({ data: { ...order, state } }),
      [`POST ${orderPath}/query`]: () => ({ data: { ...order, state } }),
    });
    await type('100');
    await pay();
    const dialog = within(await screen.findByRole('dialog', { name: 'Pay ¥728.18' }));
    expect(opened).toHaveBeenCalledWith('about:blank', '_blank');
    expect(tab.opener).toBeNull();
    expect(tab.location.replace).toHaveBeenCalledWith(`${orderPath}/form`);
    expect(asked).toEqual([{ call: 'POST /api/user/order', body: { uuid: 'w1', amount: 100 } }]);
    const again = await dialog.findByRole('link', { name: 'Open the payment page again' });
    expect(again.getAttribute('href')).toBe(`${orderPath}/form`);

    await userEvent.keyboard('{Escape}');
    await userEvent.click(dialog.getByRole('button', { name: 'I have paid' }));
    expect(await dialog.findByText(/has not reported this payment yet/)).toBeTruthy();
    state = 'credited';
    quota += 52_500_000;
    await userEvent.click(dialog.getByRole('button', { name: 'I have paid' }));
    expect(await dialog.findByText('$105.00 added to your balance')).toBeTruthy();
    expect(await dialog.findByText('New balance: $106.00')).toBeTruthy();
    await userEvent.click(dialog.getByRole('button', { name: 'Done' }));
    expect(toasts()).toEqual([]);
    expect(await screen.findByText('$106.00')).toBeTruthy();
  });

  it('offers the page by a link where the browser opens no tab', async () => {
    vi.stubGlobal('open', () => null);
    await open({
      'GET /api/user/payment': { data: [way] },
      'POST /api/user/order': { data: { ...formPage, trade_no: order.trade_no } },
      [`GET ${orderPath}`]: { data: order },
    });
    await type('100');
    await pay();
    expect(await screen.findByRole('link', { name: 'Open the payment page' })).toBeTruthy();
  });

  it('shows a code to scan, without a tab', async () => {
    const { tab } = stubTab();
    const page = { type: 2, data: { url: 'weixin://wxpay/x', method: 'GET', params: {} } };
    await open({
      'GET /api/user/payment': { data: [way] },
      'POST /api/user/order': { data: { ...page, trade_no: order.trade_no } },
      [`GET ${orderPath}`]: { data: order },
    });
    await type('100');
    await pay();
    expect(await screen.findByRole('img', { name: 'Payment code' })).toBeTruthy();
    expect(tab.close).toHaveBeenCalled();
  });
});

describe('own orders', () => {
  it('continue after a reload, without a new order', async () => {
    const asked = await open(
      {
        'GET /api/user/order/': listOf(order),
        [`GET ${orderPath}`]: { data: order },
        [`GET ${orderPath}/page`]: { data: formPage },
      },
      `/panel/topup?open=${order.trade_no}`,
    );
    const dialog = within(await screen.findByRole('dialog', { name: 'Pay ¥728.18' }));
    expect(await dialog.findByRole('link', { name: 'Open the payment page' })).toBeTruthy();
    await userEvent.click(dialog.getByRole('button', { name: 'Close' }));
    await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await userEvent.click(await screen.findByRole('button', { name: 'Continue' }));
    expect(await screen.findByRole('dialog', { name: 'Pay ¥728.18' })).toBeTruthy();
    expect(asked).toEqual([]);
  });

  it('are closed after a question', async () => {
    let state = 'pending';
    const asked = await open({
      'GET /api/user/order/': () => listOf({ ...order, state }),
      [`POST ${orderPath}/close`]: () => {
        state = 'closed';
        return { data: { ...order, state } };
      },
    });
    await userEvent.click(await screen.findByRole('button', { name: /^Actions for/ }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Close order' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Close the order of ¥728.18?' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Close order' }));
    expect(await screen.findByText('Closed')).toBeTruthy();
    expect(asked).toEqual([{ call: `POST ${orderPath}/close`, body: null }]);
  });

  it('that are closed can still be checked, and a credit is announced by a toast', async () => {
    let state = 'closed';
    await open({
      'GET /api/user/order/': () => listOf({ ...order, state }),
      [`POST ${orderPath}/query`]: () => {
        state = 'credited';
        return { data: { ...order, state } };
      },
    });
    await userEvent.click(await screen.findByRole('button', { name: /^Actions for/ }));
    expect(screen.queryByRole('menuitem', { name: 'Close order' })).toBeNull();
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Check payment' }));
    expect(await screen.findByText('Added')).toBeTruthy();
    expect(toasts()).toEqual(['$105.00 added to your balance']);
  });
});

describe('without a payment gateway', () => {
  const show = async (top_up_link: string) => {
    await open({}, '/panel/topup', { top_up_link });
    expect(await screen.findByRole('button', { name: 'Redeem' })).toBeTruthy();
    expect(screen.queryByRole('region', { name: 'Pay online' })).toBeNull();
    expect(screen.queryByText('Orders')).toBeNull();
  };

  it('leads to the owner’s page, in a new tab', async () => {
    await show('https://pay.test/');
    const link = await screen.findByRole('link', { name: 'Open top-up page' });
    expect(link.getAttribute('href')).toBe('https://pay.test/');
    expect(link.getAttribute('target')).toBe('_blank');
  });

  it.each(['', 'javascript:alert(1)'])('says with the link %j that there is none', async (link) => {
    await show(link);
    expect(await screen.findByText(/^The administrator has not set a top-up link\./)).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Open top-up page' })).toBeNull();
  });
});
