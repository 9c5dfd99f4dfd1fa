import { cleanup, screen, within } from '@testing-library/react';
import type { AttentionItem, AttentionSubject, SiteAttention } from '@turnpike/contract';
import { Suspense } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { loadTexts } from '../../../i18n/i18n.ts';
import { renderPart } from '../../../ui/test/test-screen.tsx';
import { type Answer, serve } from '../../../ui/test/test-server.ts';
import DashboardPage from '../dashboard-page.tsx';
import { attentionLink } from './attention-link.ts';
import SiteOverview from './site-overview.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const subject = (given: Partial<AttentionSubject>): AttentionSubject => ({
  ...{ id: 0, name: '', code: '', calls: 0, failures: 0, rest_seconds: 0 },
  ...given,
});
const item = (given: Partial<AttentionItem>): AttentionItem => ({
  ...{ kind: 'channels_failing', count: 1, since: null, points: 0, usual: 0, subjects: [] },
  ...given,
});
const quiet: SiteAttention = {
  items: [],
  ledger_checked_at: null,
  today: { quota: 1_000_000, calls: 30, attempts: 40, failures: 10, first_byte_ms: 820 },
  yesterday: { quota: 500_000, calls: 30, attempts: 20, failures: 0, first_byte_ms: null },
  time_zone: 'Asia/Tokyo',
  customers: [{ id: 7, name: 'ann', quota: 250_000, calls: 1 }],
  rate: { calls: 12, tokens: 3400 },
};

async function open(answer: Answer) {
  await loadTexts('dashboard');
  serve({ 'GET /api/attention': answer });
  await renderPart(
    <Suspense>
      <SiteOverview />
    </Suspense>,
    { self: { id: 1, role: 10 } },
  );
}
const attention = async () => within(await screen.findByRole('region', { name: 'Needs attention' }));

describe('what needs an administrator', () => {
  it('is nothing, with the last ledger check', async () => {
    await open({ data: { ...quiet, ledger_checked_at: Math.floor(Date.now() / 1000) - 3600 } });
    expect(await screen.findByText('Nothing needs you.')).toBeTruthy();
    expect(screen.getByText(/^Last ledger check found no errors/).textContent).toContain('1 hr. ago');
  });

  it('says what, how many, since when and where', async () => {
    const since = Math.floor(Date.now() / 1000) - 720;
    const shaky = {
      id: 4,
      name: 'acme',
      code: 'upstream.timeout',
      calls: 50,
      failures: 40,
      rest_seconds: 12,
    };
    const items = [
      item({ since, subjects: [subject(shaky)] }),
      item({
        kind: 'models_unpriced',
        count: 7,
        subjects: [subject({ name: 'm1' }), subject({ name: 'm2' })],
      }),
      item({
        ...{ kind: 'calls_refused', count: 80, usual: 10 },
        subjects: [subject({ code: 'quota.insufficient', failures: 80 })],
      }),
      item({ kind: 'charges_rejected', count: 2, points: 500_000 }),
    ];
    await open({ data: { ...quiet, items } });
    const rows = (await (await attention()).findAllByRole('listitem')).map((row) => row.textContent);
    expect(rows[0]).toMatch(
      /^Failing channels1began 12 min\. agoacme: 40 of 50 calls failed · .+ · resting for 12 s$/,
    );
    expect(rows[1]).toBe('Models without a price7m1 · m2 · 5 more');
    expect(rows[2]).toMatch(/^Spike of refused calls80In 15 minutes; usually 10 · .+: 80$/);
    expect(rows[3]).toContain('$1.00 was deducted');
    const link = (await attention()).getByRole('link', { name: 'Failing channels' });
    expect(link.getAttribute('href')).toBe('/panel/channel?open=4');
  });

  it.each([
    [item({ kind: 'channels_off', count: 1, subjects: [subject({ id: 3 })] }), '/panel/channel?open=3'],
    [item({ kind: 'channels_off', count: 2, subjects: [subject({ id: 3 })] }), '/panel/channel?status=3'],
    [item({ kind: 'keys_off', count: 2, subjects: [subject({ id: 3 })] }), '/panel/channel?open=keys%3A3'],
    [
      item({ kind: 'models_unserved', subjects: [subject({ name: 'a/b' })] }),
      '/panel/channel?models=a%2Fb&filter_tag=3',
    ],
    [item({ kind: 'models_unpriced' }), '/panel/pricing'],
    [item({ kind: 'balances_low', count: 9, subjects: [subject({ id: 2 })] }), '/panel/user?balance=low'],
    [item({ kind: 'ledger_wrong' }), '/panel/log'],
  ])('leads from %j to its place', (one, address) => {
    expect(attentionLink(one)).toBe(address);
  });

  it('says why it could not be read', async () => {
    await open({ code: 'gateway.internal', status: 500 });
    expect(await screen.findByRole('button', { name: 'Try again' })).toBeTruthy();
    expect(screen.queryByText('Nothing needs you.')).toBeNull();
  });
});

describe('the site today', () => {
  it('stands next to yesterday at this time, with the top customers and the rate', async () => {
    await open({ data: quiet });
    const today = within(await screen.findByRole('region', { name: 'Today, all users' }));
    expect(today.getByText('▲ 100% vs. this time yesterday ($1.00)')).toBeTruthy();
    expect(today.getByText('Same as this time yesterday (30)')).toBeTruthy();
    expect(today.getByText('25% of attempts · 0% at this time yesterday')).toBeTruthy();
    expect(today.getByText('– at this time yesterday')).toBeTruthy();
    expect(today.getByRole('link', { name: 'ann' }).getAttribute('href')).toBe('/panel/user?open=7');
    expect(today.getByText('1 call')).toBeTruthy();
    expect(today.getByText('3,400 tokens per minute')).toBeTruthy();
  });

  it('begins the dashboard of administrators, and is not asked for by users', async () => {
    await loadTexts('dashboard');
    serve({ 'GET /api/attention': { data: quiet } });
    const asked = vi.spyOn(globalThis, 'fetch');
    const self = { id: 1, username: 'ann', display_name: '', request_count: 0, group: 'default', quota: 1 };
    await renderPart(<DashboardPage />, { self: { ...self, used_quota: 1, role: 1 } });
    await screen.findByText('Balance');
    expect(screen.queryByText('Your account')).toBeNull();
    expect(asked.mock.calls.filter(([address]) => String(address).includes('/attention'))).toEqual([]);
    cleanup();

    await renderPart(<DashboardPage />, { self: { ...self, used_quota: 1, role: 10 } });
    await screen.findByText('Nothing needs you.');
    const headings = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
    expect(headings.slice(0, 2)).toEqual(['Needs attention', 'Today, all users']);
    expect(headings.indexOf('Your account')).toBeGreaterThan(headings.indexOf('Today, all users'));
  });
});
