import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { UserView } from '@turnpike/contract';
import { Suspense } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { renderPart } from '../../ui/test-screen.tsx';
import { BalanceForm } from './balance-form.tsx';

const ann = { id: 7, username: 'ann', quota: 1_000_000 } as UserView;

/** What was sent, answered by the fake server. */
async function openForm(answer: { status: number; body: object }) {
  const sent: { path: string; body: object }[] = [];
  vi.stubGlobal('fetch', async (path: string, { body }: RequestInit) => {
    sent.push({ path, body: JSON.parse(String(body)) });
    return new Response(JSON.stringify(answer.body), { status: answer.status });
  });
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
const submit = () => userEvent.click(screen.getByRole('button', { name: 'Change balance' }));
const done = { status: 200, body: { success: true, message: '' } };

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe('the form of a balance', () => {
  it('shows what comes out, and sends points with the reason', async () => {
    const { sent, onClose } = await openForm(done);
    await userEvent.clear(amount());
    await userEvent.type(amount(), '1.5');
    expect(screen.getByText('Balance goes from $2.00 to $3.50.')).toBeTruthy();
    await userEvent.type(screen.getByRole('textbox', { name: /Reason/ }), 'thanks');
    await submit();

    await vi.waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(sent).toEqual([{ path: '/api/user/quota/7', body: { quota: 750_000, remark: 'thanks' } }]);
  });

  it('takes away at most what is there', async () => {
    const { sent, onClose } = await openForm(done);
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Change' }), 'Take away');
    await userEvent.clear(amount());
    await userEvent.type(amount(), '2.01');
    await submit();
    expect((await screen.findByRole('alert')).textContent).toBe(
      'You cannot take away more than the balance.',
    );
    expect(sent).toEqual([]);

    await userEvent.clear(amount());
    await userEvent.type(amount(), '2');
    await submit();
    await vi.waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(sent[0]?.body).toMatchObject({ quota: -1_000_000 });
  });

  it('names a change of nothing, and what the server refuses', async () => {
    const { sent, onClose } = await openForm({
      status: 409,
      body: { success: false, code: 'user.quota_too_low', message: '', request_id: 'r-1' },
    });
    await submit();
    expect((await screen.findByRole('alert')).textContent).toBe('The change cannot be zero.');
    expect(sent).toEqual([]);

    await userEvent.clear(amount());
    await userEvent.type(amount(), '1');
    await submit();
    expect(await screen.findByText('You cannot take away more than the balance.')).toBeTruthy();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Change balance' }).disabled).toBe(false);
    expect(onClose).not.toHaveBeenCalled();
  });
});
