import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { OrderView } from '@turnpike/contract';
import { Suspense } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { renderPart } from '../../../ui/test/test-screen.tsx';
import { type Answer, serve } from '../../../ui/test/test-server.ts';
import { RefundForm, type StartedRefund } from './refund-form.tsx';

const order = {
  ...{ id: 9, username: 'ben', user_id: 3, amount: 10, order_amount: 73, order_currency: 'CNY' },
  ...{ refunded_amount: 13, quota: 5_000_000, bonus_quota: 500_000, state: 'refunded', gateway_type: 'epay' },
} as OrderView;
const REFUND = 'POST /api/payment/order/9/refund';

async function openForm(answers: Answer[], started?: StartedRefund) {
  const left = [...answers];
  const sent = serve({ [REFUND]: () => left.shift() ?? { data: order } });
  const onClose = vi.fn();
  await renderPart(
    <Suspense>
      <RefundForm order={order} started={started} onClose={onClose} />
    </Suspense>,
  );
  await screen.findByRole('dialog', { name: 'Refund to ben' });
  return { sent, onClose };
}

const amount = () => screen.getByRole<HTMLInputElement>('spinbutton', { name: 'Amount (CNY)' });
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const typeReason = () => userEvent.type(screen.getByRole('textbox', { name: 'Reason' }), 'wish');
const numbersOf = (sent: { body: unknown }[]) =>
  sent.map(({ body }) => (body as { request_no: string }).request_no);

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe('the form of a refund', () => {
  it('begins with the rest, names the points of the amount, and takes no more than was paid', async () => {
    const { sent, onClose } = await openForm([]);
    expect(amount().value).toBe('60');
    // 5 500 000 points for 73.00 yuan, of which 13.00 were paid back before.
    expect(screen.getByText('$9.04 will be taken from the balance of ben.')).toBeTruthy();
    await typeReason();
    await userEvent.clear(amount());
    await userEvent.type(amount(), '60.01');
    await press('Pay back');
    expect(await screen.findByText('More than was paid.')).toBeTruthy();
    expect(sent).toEqual([]);

    await userEvent.clear(amount());
    await userEvent.type(amount(), '7.3');
    expect(screen.getByText('$1.10 will be taken from the balance of ben.')).toBeTruthy();
    await press('Pay back');
    await vi.waitFor(() => expect(onClose).toHaveBeenCalled());
    const request_no = expect.stringMatching(/^[\w-]{8,64}$/);
    expect(sent).toEqual([{ call: REFUND, body: { request_no, amount: 7.3, reason: 'wish' } }]);
  });

  it('sends the same request again where the gateway did not answer', async () => {
    const { sent, onClose } = await openForm([{ status: 502, code: 'order.refund_unknown' }]);
    await typeReason();
    await press('Pay back');
    const again = await screen.findByRole('button', { name: 'Send again' });
    expect(screen.queryByRole('spinbutton')).toBeNull();
    await userEvent.click(again);

    await vi.waitFor(() => expect(onClose).toHaveBeenCalled());
    const [first, second] = sent;
    expect(second).toEqual(first);
  });

  it('makes another request after the gateway has refused', async () => {
    const { sent, onClose } = await openForm([{ status: 502, code: 'payment.check_failed' }]);
    await typeReason();
    await press('Pay back');
    await screen.findByText('The payment gateway refused.');
    await press('Pay back');

    await vi.waitFor(() => expect(onClose).toHaveBeenCalled());
    const [first, second] = numbersOf(sent);
    expect(second).not.toBe(first);
  });

  it('sends a refund of the list again as it was', async () => {
    const started = { request_no: 'known-0001', amount: 13, reason: 'earlier' };
    const { sent, onClose } = await openForm([], started);
    await press('Send again');

    await vi.waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(sent).toEqual([{ call: REFUND, body: started }]);
  });
});
