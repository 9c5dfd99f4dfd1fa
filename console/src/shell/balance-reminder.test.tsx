import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { renderPart } from '../ui/test/test-screen.tsx';
import { serve } from '../ui/test/test-server.ts';
import { BalanceReminder } from './balance-reminder.tsx';

const self = (has_balance_reminder: boolean) => ({
  ...{ id: 1, username: 'ann', display_name: '', role: 1, group: 'default', avatar_url: '' },
  ...{ quota: 250_000, used_quota: 0, request_count: 3, has_balance_reminder },
});

describe('the reminder of a low balance', () => {
  afterEach(() => {
    cleanup();
    vi.unstubAllGlobals();
  });

  it('says what is left and goes when it is dismissed', async () => {
    let isReminded = true;
    const asked = serve({
      'GET /api/status': () => ({ data: { has_session: true } }),
      'GET /api/user/self': () => ({ data: self(isReminded) }),
      'POST /api/user/self/dismiss_balance_reminder': () => {
        isReminded = false;
        return { data: null };
      },
    });
    await renderPart(<BalanceReminder />, { self: self(true) });
    expect((await screen.findByRole('alert')).textContent).toContain('$0.5');
    expect(screen.getByRole('link', { name: 'Top up' }).getAttribute('href')).toBe('/panel/topup');
    await userEvent.setup().click(screen.getByRole('button', { name: 'Dismiss' }));
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
    expect(asked).toContainEqual(
      expect.objectContaining({ call: 'POST /api/user/self/dismiss_balance_reminder' }),
    );
  });

  it.each([
    ['a user', 1, 'Top up', '/panel/topup'],
    ['an administrator', 10, 'Top up', '/panel/topup'],
    ['root', 100, 'Add balance to your account', '/panel/user?open=1&form=balance'],
  ])('says to %s without a balance yet how to get one', async (_who, role, label, address) => {
    await renderPart(<BalanceReminder />, { self: { ...self(true), quota: 0, used_quota: 0, role } });
    const text = (await screen.findByText(/^No balance yet\./)).textContent;
    expect(text).not.toContain('$0.00');
    expect(screen.getByRole('link', { name: label }).getAttribute('href')).toBe(address);
  });

  it('is not there otherwise', async () => {
    await renderPart(<BalanceReminder />, { self: self(false) });
    expect(screen.queryByRole('alert')).toBeNull();
  });
});
