import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Suspense } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
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

async function open(answers: Parameters<typeof serve>[0], address = '/panel/topup') {
  const asked = serve({
    'GET /api/status': { data: { has_session: true, quota_per_unit: 500_000, display_in_currency: true } },
    'GET /api/user/self': { data: self },
    ...answers,
  });
  await Promise.all([loadTexts('topup'), loadTexts('invitation')]);
  await renderPart(
    <Suspense>
      <TopUpPage />
    </Suspense>,
    { address, self },
  );
  await screen.findByRole('heading', { name: 'Top up' });
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
    ['  ', {}, 'Required.'],
    [
      'abcd',
      { code: 'redemption.mistyped' },
      'The code has a typing mistake. Compare its letters and digits.',
    ],
    ['abcd', { status: 409, code: 'redemption.used_by_you' }, 'You have already redeemed this code.'],
  ])('%j says at the field what is wrong with it', async (code, answer, text) => {
    await open({ 'POST /api/user/topup': answer });
    await redeem(code);
    expect((await screen.findByRole('alert')).textContent).toBe(text);
    expect(codeField().getAttribute('aria-invalid')).toBe('true');
    expect(toasts()).toEqual([]);
  });
});
