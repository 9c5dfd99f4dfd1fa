import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { OutputOf, PaymentDifference, PaymentView, paymentStatementCalls } from '@turnpike/contract';
import { Suspense } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { typeDate } from '../../../ui/date/test-date.ts';
import { renderPart } from '../../../ui/test/test-screen.tsx';
import { type Answer, serve } from '../../../ui/test/test-server.ts';
import { CheckDayForm } from './check-day-form.tsx';
import { StatementDrawer } from './statement-drawer.tsx';
import { StatementList } from './statement-list.tsx';

type Statement = OutputOf<typeof paymentStatementCalls.get>;

const agreed: Statement = {
  ...{ id: 7, gateway_id: 5, gateway_name: 'Main', gateway_type: 'alipay', day: '2027-01-15', state: 'done' },
  ...{ checked_at: 1_800_000_000, currency: 'CNY', lines: 3, other_lines: 0, paid: 219, our_paid: 219 },
  ...{ refunded: 7.3, our_refunded: 7.3, fees: 1.32, difference_count: 0, open_count: 0, reason: '' },
  differences: [],
};
const difference: PaymentDifference = {
  ...{ kind: 'not_credited', trade_no: 'abcdefghij0123456789', gateway_no: '2088', request_no: '' },
  ...{ order_id: 9, currency: 'CNY', there: 73, here: null, verdict: 'refused', reason: 'another amount' },
};
const gateways = [
  { id: 4, name: 'EasyPay', type: 'epay' },
  { id: 5, name: 'Main', type: 'alipay' },
  { id: 6, name: 'Cards', type: 'stripe' },
] as PaymentView[];
const pageOf = (data: object[]): Answer => ({
  data: { data, page: 1, size: 30, total_count: data.length },
});
const CHECK = 'POST /api/payment/statement/';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe('the list of compared days', () => {
  const openList = async (rows: object[], known = gateways, address = '/#statement') => {
    const sent = serve({ 'GET /api/payment/': pageOf(known), 'GET /api/payment/statement/': pageOf(rows) });
    await renderPart(
      <Suspense>
        <StatementList />
      </Suspense>,
      { address },
    );
    return sent;
  };

  it('explains which gateways have statements, and offers a check where there is one', async () => {
    await openList([]);
    expect(await screen.findByText('No day was compared yet')).toBeTruthy();
    expect(screen.getByText(/^Alipay, WeChat Pay and Stripe issue a statement/)).toBeTruthy();
    expect(await screen.findByRole('button', { name: 'Check a day' })).toBeTruthy();
    cleanup();
    await openList([], gateways.slice(0, 1));
    expect(await screen.findByText('No day was compared yet')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Check a day' })).toBeNull();
  });

  it('shows sums of both sides only for statements that were read', async () => {
    const failed = { ...agreed, id: 8, day: '2027-01-14', state: 'failed', paid: 0, reason: 'not a zip' };
    await openList([{ ...agreed, open_count: 2, difference_count: 2, our_paid: 73 }, failed]);
    const [, first, second] = await screen.findAllByRole('row');
    const cells = (row: HTMLElement | undefined) =>
      within(row as HTMLElement)
        .getAllByRole('cell')
        .slice(0, 6)
        .map(({ textContent }) => textContent);
    expect(cells(first)).toEqual(['Jan 15, 2027', 'Main', 'Differs', '2', '¥219.00', '¥73.00']);
    expect(cells(second)).toEqual(['Jan 14, 2027', 'Main', 'Failed', '–', '–', '–']);
    expect(screen.getByTitle('not a zip')).toBeTruthy();
  });
});

describe('the drawer of a compared day', () => {
  const openDrawer = async (statement: Statement) => {
    const sent = serve({ 'GET /api/payment/statement/7': { data: statement }, [CHECK]: { data: statement } });
    await renderPart(
      <Suspense>
        <StatementDrawer id={7} onClose={() => {}} />
      </Suspense>,
    );
    await screen.findByRole('dialog', { name: 'Main, Jan 15, 2027' });
    return sent;
  };

  it('leads from each difference to its order, and says what came of the question', async () => {
    const unknown: PaymentDifference = {
      ...{ ...difference, kind: 'unknown_order', trade_no: 'z'.repeat(28), order_id: null },
      ...{ verdict: null, reason: '' },
    };
    const differences = [difference, unknown];
    await openDrawer({ ...agreed, our_paid: 73, difference_count: 300, open_count: 300, differences });
    expect(screen.getByText('300 open differences')).toBeTruthy();
    const order = screen.getByRole('link', { name: 'abcdefghij0123456789' });
    expect(order.getAttribute('href')).toBe('/?open=9#order');
    expect(screen.queryByRole('link', { name: unknown.trade_no })).toBeNull();
    const [entry] = screen.getAllByRole('listitem');
    expect(entry?.textContent).toContain('At the gateway: ¥73.00Here: –Refusedanother amount');
    expect(screen.getByText('Only the first 2 of 300 differences are kept.')).toBeTruthy();
    const [, payments, refunds] = screen.getAllByRole('row');
    expect(payments?.textContent).toBe('Payments219.0073.00146.00');
    expect(refunds?.textContent).toBe('Refunds7.307.30–');
  });

  it('says that nothing differs, and checks the day again', async () => {
    const sent = await openDrawer(agreed);
    expect(screen.getByText('Agrees')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Check again' }));
    await vi.waitFor(() =>
      expect(sent).toContainEqual({ call: CHECK, body: { gateway_id: 5, day: '2027-01-15' } }),
    );
  });
});

describe('the form that checks a day', () => {
  const openForm = async (...answers: Answer[]) => {
    const sent = serve({
      'GET /api/payment/': pageOf(gateways),
      [CHECK]: () => answers.shift() ?? { data: agreed },
    });
    const onClose = vi.fn();
    await renderPart(
      <Suspense>
        <CheckDayForm onClose={onClose} />
      </Suspense>,
    );
    await screen.findByRole('dialog', { name: 'Check a day' });
    return { sent, onClose };
  };
  const press = () => userEvent.click(screen.getByRole('button', { name: 'Check' }));

  it('offers gateways with statements, and opens the comparison that was made', async () => {
    const { sent, onClose } = await openForm();
    const options = screen.getAllByRole('option').map(({ textContent }) => textContent);
    expect(options).toEqual(['Main', 'Cards']);
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Gateway' }), 'Cards');
    await typeDate(userEvent.setup(), 'Day', '01142027');
    await press();
    await vi.waitFor(() => expect(onClose).toHaveBeenCalledWith(7));
    expect(sent.filter(({ call }) => call === CHECK)).toEqual([
      { call: CHECK, body: { gateway_id: 6, day: '2027-01-14' } },
    ]);
  });

  it('says which days have statements, and stays open where the gateway refuses', async () => {
    const fields = [{ field: 'day', code: 'payment.statement_day' }];
    const { onClose } = await openForm(
      { status: 400, code: 'request.invalid', fields },
      { status: 502, code: 'payment.check_failed' },
    );
    await press();
    expect(await screen.findByText('A day before today, at most 90 days ago.')).toBeTruthy();
    await press();
    expect(await screen.findByText('The payment gateway refused.')).toBeTruthy();
    expect(onClose).not.toHaveBeenCalled();
  });
});
