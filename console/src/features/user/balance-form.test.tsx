import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { UserView } from '@turnpike/contract';
import { Suspense } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { renderPart } from '../../ui/test/test-screen.tsx';
import { serve } from '../../ui/test/test-server.ts';
import { BalanceForm } from './balance-form.tsx';

const ann = { id: 7, username: 'ann', quota: 1_000_000 } as UserView;

/** @param failure catalogue code with which the server refuses */
async function openForm(failure?: string) {
  const sent = serve({ 'POST /api/user/quota/7': failure ? { status: 409, code: failure } : {} });
  const onClose = vi.fn();
  await renderPart(
    <Suspense>
      <BalanceForm user={ann} onClose={onClose} />
    </Suspense>,
  );
  await screen.findByRole('textbox', { name: 'Amount' });
  return { sent, onClose };
}

const amount = () => screen.getByRole('textbox', { name: 'Amount' });
const giveReason = () => userEvent.type(screen.getByRole('textbox', { name: 'Reason' }), 'thanks');
const submit = () => userEvent.click(screen.getByRole('button', { name: 'Adjust balance' }));

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe('the form of a balance', () => {
  it('shows what comes out, and sends points with the reason', async () => {
    const { sent, onClose } = await openForm();
    await userEvent.clear(amount());
    await userEvent.type(amount(), '1.5');
    expect(screen.getByText('Balance goes from $2.00 to $3.50.')).toBeTruthy();
    await giveReason();
    await submit();

    await vi.waitFor(() => expect(onClose).toHaveBeenCalled());
    const body = { quota: 750_000, remark: 'thanks', request_key: expect.stringMatching(/^[\d-]{7,64}$/) };
    expect(sent).toEqual([{ call: 'POST /api/user/quota/7', body }]);
  });

  it('takes away at most what is there', async () => {
    const { sent, onClose } = await openForm();
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Change' }), 'Deduct');
    await userEvent.clear(amount());
    await userEvent.type(amount(), '2.01');
    await giveReason();
    await submit();
    expect((await screen.findByRole('alert')).textContent).toBe('You cannot deduct more than the balance.');
    expect(sent).toEqual([]);

    await userEvent.clear(amount());
    await userEvent.type(amount(), '2');
    await submit();
    await vi.waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(sent[0]?.body).toMatchObject({ quota: -1_000_000 });
  });

  it('names a change of nothing, and what the server refuses', async () => {
    const { sent, onClose } = await openForm('user.quota_too_low');
    await giveReason();
    await submit();
    expect((await screen.findByRole('alert')).textContent).toBe('The change cannot be zero.');
    expect(sent).toEqual([]);

    await userEvent.clear(amount());
    await userEvent.type(amount(), '1');
    await submit();
    expect(await screen.findByText('You cannot deduct more than the balance.')).toBeTruthy();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Adjust balance' }).disabled).toBe(false);
    expect(onClose).not.toHaveBeenCalled();
  });

  it('keeps the key of its request until the change is a different one', async () => {
    const { sent } = await openForm('gateway.unavailable');
    const typeAmount = async (text: string) => {
      await userEvent.clear(amount());
      await userEvent.type(amount(), text);
    };
    const submitAs = async (count: number) => {
      await submit();
      await vi.waitFor(() => expect(sent).toHaveLength(count));
      const button = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Adjust balance' });
      await vi.waitFor(() => expect(button().disabled).toBe(false));
    };
    await giveReason();
    await typeAmount('1');
    await submitAs(1);
    await submitAs(2);
    await typeAmount('2');
    await submitAs(3);

    const [first, again, other] = sent.map(({ body }) => (body as { request_key: string }).request_key);
    expect(again).toBe(first);
    expect(other).not.toBe(first);
  });

  it('asks for the reason', async () => {
    const { sent } = await openForm();
    await userEvent.type(amount(), '1');
    await submit();
    const reason = screen.getByRole('textbox', { name: 'Reason' });
    await vi.waitFor(() => expect(reason.getAttribute('aria-invalid')).toBe('true'));
    expect(sent).toEqual([]);
  });
});
