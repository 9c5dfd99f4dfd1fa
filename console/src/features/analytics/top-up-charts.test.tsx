import { cleanup, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { loadTexts } from '../../i18n/i18n.ts';
import { timeBuckets } from '../../ui/chart/time-buckets.ts';
import { startOfDay } from '../../ui/date/reader-days.ts';
import { renderPart } from '../../ui/test/test-screen.tsx';
import { serve } from '../../ui/test/test-server.ts';
import AnalyticsPage from './analytics-page.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const now = Math.floor(Date.now() / 1000);
const date = timeBuckets('day', { start: startOfDay(now), end: now })[0]?.key;
const totals = {
  user_statistics: { total_quota: 0, total_used_quota: 0, total_user: 3, total_inviter_user: 0 },
  channel_statistics: [],
  redemption_statistic: [{ count: 2, quota: 1_000_000, status: 3 }],
  order_statistics: [
    { quota: 5_000_000, money: 73, order_currency: 'CNY' },
    { quota: 2_500_000, money: 5, order_currency: 'USD' },
  ],
};

it('sums top-ups, and shows payments in one currency at a time', async () => {
  serve({
    'GET /api/analytics/statistics': { data: totals },
    'GET /api/analytics/period': {
      data: {
        ...{ user_statistics: [], channel_statistics: [] },
        redemption_statistics: [{ date, quota: 1_000_000, user_count: 2 }],
        order_statistics: [
          { date, order_amount: 73, order_currency: 'CNY' },
          { date, order_amount: 5, order_currency: 'USD' },
        ],
      },
    },
  });
  await loadTexts('analytics');
  await renderPart(<AnalyticsPage />, { address: '/panel/analytics' });

  expect(await screen.findByText('$17.00')).toBeTruthy();
  expect(screen.getByText('Codes $2.00 · orders $15.00')).toBeTruthy();
  expect(screen.getByText('Paid: ¥73.00 · $5.00')).toBeTruthy();
  const payments = await screen.findByRole('region', { name: 'Payments ¥73.00' });
  await userEvent.click(within(payments).getByRole('button', { name: 'USD' }));
  expect(screen.getByRole('region', { name: 'Payments $5.00' })).toBeTruthy();
  const codes = screen.getByRole('region', { name: 'Redeemed codes $2.00' });
  await userEvent.click(within(codes).getByRole('button', { name: 'Accounts' }));
  expect(screen.getByRole('region', { name: 'Redeemed codes 2' })).toBeTruthy();
});
