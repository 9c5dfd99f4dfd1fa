import { act, cleanup, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { loadTexts } from '../../i18n/i18n.ts';
import { readerTimeZone, readerTimeZoneText } from '../../ui/date/time-zone.ts';
import { toTimestamps } from '../../ui/filter/time-range.ts';
import { renderPart } from '../../ui/test/test-screen.tsx';
import AnalyticsPage from './analytics-page.tsx';

describe('the days of the analytics', () => {
  afterEach(() => {
    cleanup();
    vi.unstubAllGlobals();
  });

  it('are asked for by the name of the zone, in the range of the log, and name the zone', async () => {
    let asked = new URLSearchParams();
    vi.stubGlobal('fetch', async (address: string) => {
      const [path, query] = address.split('?', 2);
      if (path === '/api/analytics/period') asked = new URLSearchParams(query);
      return Response.json({ success: false, message: '', code: 'gateway.internal' }, { status: 500 });
    });
    await loadTexts('analytics');
    await renderPart(<AnalyticsPage />, { address: '/panel/analytics' });

    const zone = readerTimeZoneText('en_US');
    expect(await screen.findByText(`Time zone: ${zone}. “Last 7 days” includes today.`)).toBeTruthy();
    await vi.waitFor(() => expect(asked.get('time_zone')).toBe(readerTimeZone()));
    expect(Number(asked.get('start_timestamp'))).toBe(toTimestamps('7d', {}).start_timestamp);
  });
});

describe('analytics, live', () => {
  let asked: { path: string; atMs: number }[] = [];
  beforeEach(async () => {
    asked = [];
    vi.useFakeTimers({ shouldAdvanceTime: true });
    vi.stubGlobal('fetch', async (address: string) => {
      asked.push({ path: address.split('?', 1)[0] ?? '', atMs: Date.now() });
      return Response.json({ success: false, message: '', code: 'gateway.internal' }, { status: 500 });
    });
    await loadTexts('analytics');
  });
  afterEach(() => {
    cleanup();
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  async function askedInAMinute(search: string) {
    await renderPart(<AnalyticsPage />, { address: `/panel/analytics${search}` });
    await screen.findByRole('heading', { name: 'Analytics' });
    await act(() => vi.advanceTimersByTimeAsync(1000));
    asked = [];
    await act(() => vi.advanceTimersByTimeAsync(60_000));
    return asked;
  }

  it('asks for cards and charts every ten seconds when it is on, and not otherwise', async () => {
    expect(await askedInAMinute('')).toEqual([]);
    expect(screen.getByRole('button', { name: 'Live', pressed: false })).toBeTruthy();
    cleanup();

    const live = await askedInAMinute('?live=on');
    expect(screen.getByRole('button', { name: 'Live', pressed: true })).toBeTruthy();
    // Time goes on by itself too: on a busy machine a minute is longer.
    for (const path of ['/api/analytics/period', '/api/analytics/statistics']) {
      const times = live.filter((one) => one.path === path).map(({ atMs }) => atMs);
      expect(times.length).toBeGreaterThanOrEqual(5);
      const gaps = times.slice(1).map((atMs, index) => atMs - (times[index] ?? 0));
      expect(Math.min(...gaps)).toBeGreaterThan(9_900);
    }
  });

  it('is not offered for a range that has ended', async () => {
    expect(await askedInAMinute('?live=on&range=custom&from=2026-01-01&to=2026-01-02')).toEqual([]);
    expect(screen.queryByRole('button', { name: 'Live' })).toBeNull();
  });
});
