import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { loadTexts } from '../../i18n/i18n.ts';
import { readerTimeZone, readerTimeZoneText } from '../../ui/date/time-zone.ts';
import { toTimestamps } from '../../ui/filter/time-range.ts';
import { renderPart } from '../../ui/test/test-screen.tsx';
import { serve } from '../../ui/test/test-server.ts';
import DashboardPage from './dashboard-page.tsx';
import { rangeBuckets } from './use-chart.tsx';

const self = { id: 1, username: 'ann', display_name: '', role: 1, request_count: 0, group: 'default' };

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe('the balance on the dashboard', () => {
  it.each([
    ['nothing yet', { quota: 0, used_quota: 0 }, /^No balance yet\./, false],
    ['money, of which nothing is spent', { quota: 500_000, used_quota: 0 }, /^\$0\.00 used so far/, false],
    ['money', { quota: 500_000, used_quota: 500_000 }, /^\$1\.00 used so far/, true],
    ['spent everything', { quota: 0, used_quota: 500_000 }, /^\$1\.00 used so far/, true],
  ])('of an account that has %s', async (_what, amounts, note, hasStatement) => {
    await loadTexts('dashboard');
    serve({});
    await renderPart(<DashboardPage />, { self: { ...self, ...amounts } });
    expect(await screen.findByText(note)).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'View statement' }) !== null).toBe(hasStatement);
  });
});

describe('the chart of the dashboard', () => {
  it('has the days of the log’s range, asked for by the name of the zone, and names it', async () => {
    serve({ 'GET /api/user/dashboard': { data: [] } });
    const asked = vi.spyOn(globalThis, 'fetch');
    await loadTexts('dashboard');
    await renderPart(<DashboardPage />, { self: { ...self, request_count: 1, quota: 1, used_quota: 1 } });

    const zone = readerTimeZoneText('en_US');
    expect(await screen.findByText(`Last 7 days, including today · ${zone}`)).toBeTruthy();
    const time_zone = encodeURIComponent(readerTimeZone());
    const address = `/api/user/dashboard?days=6&time_zone=${time_zone}`;
    await vi.waitFor(() => expect(asked.mock.calls.map(([one]) => one)).toContain(address));
    expect(rangeBuckets('7')).toHaveLength(7);
    for (const [range, ofLog] of [
      ['7', '7d'],
      ['30', '30d'],
    ] as const)
      expect(rangeBuckets(range)[0]?.from).toBe(toTimestamps(ofLog, {}).start_timestamp);
  });
});

describe('the sales on the dashboard', () => {
  const summary = {
    sales: [
      {
        ...{ days: 1, gateway_id: 4, gateway_name: 'EasyPay', currency: 'CNY' },
        ...{ amount: 73, refunded_amount: 7.3 },
      },
      {
        ...{ days: 30, gateway_id: 4, gateway_name: 'EasyPay', currency: 'CNY' },
        ...{ amount: 146, refunded_amount: 7.3 },
      },
    ],
    unspent_quota: 2_500_000,
  };

  it('are shown to administrators by gateway, with refunds and the unspent balance', async () => {
    await loadTexts('dashboard');
    serve({ 'GET /api/payment/summary': { data: summary } });
    await renderPart(<DashboardPage />, { self: { ...self, role: 10, quota: 1, used_quota: 1 } });
    const row = await screen.findByRole('row', { name: /^EasyPay \(CNY\)/ });
    expect(
      within(row)
        .getAllByRole('cell')
        .map((cell) => cell.textContent),
    ).toEqual(['¥73.00¥7.30 refunded', '¥0.00', '¥146.00¥7.30 refunded']);
    expect(screen.getByText(/^\$5\.00 unspent balance of all users/)).toBeTruthy();
  });

  it('are not asked for by users', async () => {
    await loadTexts('dashboard');
    serve({});
    const asked = vi.spyOn(globalThis, 'fetch');
    await renderPart(<DashboardPage />, { self: { ...self, quota: 1, used_quota: 1 } });
    await screen.findByText('Balance');
    expect(screen.queryByText('Sales')).toBeNull();
    expect(asked.mock.calls.filter(([address]) => String(address).includes('/payment/'))).toEqual([]);
  });
});
