import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { OutputOf, orderCalls } from '@turnpike/contract';
import { Suspense } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { renderPart } from '../../../ui/test/test-screen.tsx';
import { serve } from '../../../ui/test/test-server.ts';
import { OrderDrawer } from './order-drawer.tsx';

type Order = OutputOf<typeof orderCalls.get>;

const pending: Order = {
  ...{ id: 9, trade_no: 'abcdefghij0123456789', gateway_id: 5, gateway_name: 'Main', gateway_type: 'epay' },
  ...{
    user_id: 3,
    username: 'ben',
    gateway_no: '',
    note: '',
    amount: 10,
    order_amount: 73,
    fee: 0,
    discount: 0,
  },
  ...{ order_currency: 'CNY', quota: 5_000_000, bonus_quota: 0, status: 'pending', state: 'pending' },
  ...{ refunded_amount: 0, created_at: 1_800_000_000, expires_at: 1_800_003_600, paid_at: 0 },
  refunds: [],
  events: [
    {
      ...{
        id: 1,
        created_at: 1_800_000_100,
        gateway_id: 5,
        trade_no: 'abcdefghij0123456789',
        ip: '192.0.2.7',
      },
      ...{ source: 'callback', verdict: 'refused', reason: 'The payment is 1.00, not 73.00.' },
      content: 'GET ?money=1.00',
    },
  ],
};

const waiting: Order['refunds'][number] = {
  ...{ id: 1, request_no: 'known-0001', kind: 'refund', amount: 73, quota: 5_000_000, owed_quota: 0 },
  ...{ reason: 'wish', state: 'pending', created_at: 1_800_000_300 },
};

async function openDrawer(order: Order) {
  const sent = serve({
    'GET /api/payment/order/9': { data: order },
    'POST /api/payment/order/9/query': { data: order },
    'POST /api/payment/order/9/refund': { data: order },
    'POST /api/payment/order/9/refund/settle': { data: order },
  });
  await renderPart(
    <Suspense>
      <OrderDrawer id={9} onClose={() => {}} />
    </Suspense>,
  );
  await screen.findByRole('dialog', { name: 'Top-up of $10.00 by ben' });
  return sent;
}

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe('the drawer of an order', () => {
  it('names the state, the fault of the last report and its content, and asks the gateway', async () => {
    const sent = await openDrawer(pending);
    expect(screen.getByText('Waiting for the payment')).toBeTruthy();
    expect(screen.getByText('The latest report was refused')).toBeTruthy();
    expect(screen.getAllByText('The payment is 1.00, not 73.00.')).toHaveLength(2);
    expect(screen.getByText('192.0.2.7')).toBeTruthy();
    expect(screen.getByText('GET ?money=1.00')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Refund…' })).toBeNull();

    await userEvent.click(screen.getByRole('button', { name: 'Ask the gateway now' }));

    await vi.waitFor(() => expect(sent.map(({ call }) => call)).toEqual(['POST /api/payment/order/9/query']));
  });

  it('does not name a fault of an order that is credited', async () => {
    await openDrawer({ ...pending, state: 'credited', status: 'success', paid_at: 1_800_000_200 });
    expect(screen.getByText('Paid and credited')).toBeTruthy();
    expect(screen.queryByText('The latest report was refused')).toBeNull();
    expect(screen.getByRole('button', { name: 'Refund…' })).toBeTruthy();
  });

  it('sends a refund again that the gateway did not answer', async () => {
    const sent = await openDrawer({
      ...{ ...pending, state: 'refunded', status: 'success', refunded_amount: 73 },
      refunds: [waiting],
    });
    expect(screen.queryByRole('button', { name: 'Refund…' })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Send again' }));
    const dialog = await screen.findByRole('dialog', { name: 'Refund to ben' });
    await userEvent.click([...dialog.querySelectorAll('button')].at(-1) as HTMLElement);

    const body = { request_no: 'known-0001', amount: 73, reason: 'wish' };
    await vi.waitFor(() => expect(sent).toEqual([{ call: 'POST /api/payment/order/9/refund', body }]));
  });

  it('settles a dispute by the word of an administrator', async () => {
    const sent = await openDrawer({
      ...{ ...pending, state: 'disputed', status: 'success', refunded_amount: 73 },
      refunds: [{ ...waiting, kind: 'dispute', owed_quota: 1_000_000 }],
    });
    expect(screen.getByText('Dispute under way')).toBeTruthy();
    expect(screen.getByText('The balance still owes').textContent).toContain('$2.00');
    expect(screen.queryByRole('button', { name: 'Send again' })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Settle by hand…' }));
    await screen.findByRole('dialog', { name: 'Settle the dispute of ben' });
    await userEvent.type(screen.getByLabelText(/^Reason/), 'letter of the bank');
    await userEvent.click(screen.getByRole('button', { name: 'Settle' }));
    expect(sent).toEqual([]);
    await userEvent.selectOptions(screen.getByLabelText(/^Result at the gateway/), 'Won: the points return');
    await userEvent.click(screen.getByRole('button', { name: 'Settle' }));

    const body = { refund_id: 1, is_paid_back: false, reason: 'letter of the bank' };
    await vi.waitFor(() => expect(sent).toEqual([{ call: 'POST /api/payment/order/9/refund/settle', body }]));
  });
});
