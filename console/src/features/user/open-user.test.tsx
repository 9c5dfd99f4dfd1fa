import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { loadTexts } from '../../i18n/i18n.ts';
import { forgetAllDrafts } from '../../ui/form/draft-store.ts';
import { renderPart } from '../../ui/test/test-screen.tsx';
import { serve } from '../../ui/test/test-server.ts';
import UserPage from './user-page.tsx';

const ann = {
  ...{ id: 7, username: 'ann', display_name: '', email: '', role: 1, status: 1, group: 'default' },
  ...{ quota: 1_000_000, used_quota: 0, request_count: 0, created_time: 0, last_login_time: 0 },
  ...{ avatar_url: '', avatar_source: '', etag: '"1"' },
  ...{ requests_per_minute: 0, tokens_per_minute: 0, parallel_calls: 0 },
  ...{ used_today: 0, used_30_days: 0, email_proved: false, providers: [], inviter_id: null },
};

async function openPage(address: string, more: Parameters<typeof serve>[0] = {}) {
  serve({
    ...more,
    'GET /api/user/': { data: { data: [ann], total_count: 1, page: 1, size: 30 } },
    'GET /api/user/7': { data: ann },
    'GET /api/user_group_map': { data: {} },
  });
  await loadTexts('user');
  await renderPart(<UserPage />, { address, self: { id: 1, role: 100 } });
}

afterEach(() => {
  cleanup();
  forgetAllDrafts();
  vi.unstubAllGlobals();
});

describe("the form of a user's balance", () => {
  it('opens alone from a row, and what is typed is the amount', async () => {
    await openPage('/');
    await userEvent.click(await screen.findByRole('button', { name: 'Actions for ann' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Adjust balance' }));
    const dialog = await screen.findByRole('dialog', { name: 'Adjust ann’s balance' });
    await userEvent.keyboard('20');

    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Amount' }).value).toBe('20');
    expect(screen.getAllByRole('dialog')).toEqual([dialog]);
  });

  it('returns to the account where it was opened from there', async () => {
    await openPage('/?open=7');
    await userEvent.click(await screen.findByRole('button', { name: 'Adjust balance' }));
    await screen.findByRole('dialog', { name: 'Adjust ann’s balance' });
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));

    expect(await screen.findByRole('dialog', { name: 'ann' })).toBeTruthy();
  });
});

it('opens the budgets of an account from its row', async () => {
  await openPage('/', { 'GET /api/user/7/budgets': { data: { budgets: [], etag: '"1"' } } });
  await userEvent.click(await screen.findByRole('button', { name: 'Actions for ann' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Budgets' }));

  const dialog = await screen.findByRole('dialog', { name: 'Budgets of ann' });
  expect(dialog.textContent).toContain('Limits all calls of this user, with all keys');
});
