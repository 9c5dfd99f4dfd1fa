import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { role } from '@turnpike/contract';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { loadTexts } from '../../i18n/i18n.ts';
import { readerTimeZone } from '../../ui/date/time-zone.ts';
import { renderPart } from '../../ui/test/test-screen.tsx';
import { serve } from '../../ui/test/test-server.ts';
import StatementPage from './statement-page.tsx';

const pageOf = (data: object[]) => ({
  data: { data, page: 1, size: 50, total_count: data.length, next_cursor: null },
});
const entry = {
  id: 9,
  created_at: 1_800_000_000,
  kind: 'consumption',
  delta: -500_000,
  before: 2_000_000,
  after: 1_500_000,
  reference_type: 'batch',
  reference: 'box:1-12/12',
  calls: 12,
  by: 'system',
  actor: null,
  note: '',
};
const adjustment = {
  ...entry,
  id: 8,
  kind: 'adjustment',
  delta: 250_000,
  before: 1_750_000,
  after: 2_000_000,
  reference_type: 'administrator',
  reference: '',
  calls: null,
  by: 'administrator',
  note: 'double payment',
};
const day = {
  day: '2026-11-20',
  from: 1_795_132_800,
  to: 1_795_219_199,
  before: 2_000_000,
  after: 1_500_000,
  consumption: -750_000,
  other: 250_000,
};

describe('the statement', () => {
  beforeEach(() => Promise.all([loadTexts('statement'), loadTexts('chart')]));
  afterEach(() => {
    cleanup();
    vi.unstubAllGlobals();
  });

  const open = (address: string, self: object = { id: 3, username: 'ann', role: role.common }) =>
    renderPart(<StatementPage />, { address, self });
  const rowOf = async (text: RegExp) => within(await screen.findByRole('row', { name: text }));

  it('says where the balance of the month went, by kind in words and by model, and leads to each', async () => {
    const kinds = [
      { kind: 'consumption', points: -750_000 },
      { kind: 'adjustment', points: 250_000 },
    ];
    const models = [
      { model: 'gpt-5', points: 500_000 },
      { model: '', points: 250_000 },
    ];
    serve({
      'GET /api/user/statement/days': pageOf([day]),
      'GET /api/user/statement': pageOf([adjustment]),
      'GET /api/user/statement/sum': { data: { before: 2_000_000, after: 1_500_000, kinds, models } },
    });
    await open('/panel/statement');
    const sum = within(await screen.findByRole('region', { name: /Balance summary/ }));
    expect([...(await sum.findAllByRole('term'))].map(({ textContent }) => textContent)).toEqual([
      'At the start',
      'CallsCost of model calls',
      'Balance changeMade by an administrator',
      'Now',
    ]);
    expect(sum.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual([
      '$4.00',
      '−$1.50',
      '+$0.50',
      '$3.00',
    ]);
    expect(sum.getByRole('link', { name: '−$1.50' }).getAttribute('href')).toBe(
      '/panel/log?range=month&log_type=2',
    );
    expect(sum.getByRole('link', { name: '+$0.50' }).getAttribute('href')).toContain(
      'view=entries&range=month&kind=adjustment',
    );
    const changes = within(screen.getByRole('region', { name: 'Top-ups and adjustments' }));
    expect((await changes.findByRole('listitem')).textContent).toMatch(
      /^Balance change.* · by an administrator · double payment\+\$0\.50$/,
    );
    expect(changes.getByRole('link', { name: 'Show all' }).getAttribute('href')).toContain(
      'view=entries&range=month&kind=other',
    );
    const shares = within(screen.getByRole('region', { name: 'Spending by model' }));
    expect(shares.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'gpt-5$1.0067%',
      'Other$0.5033%',
    ]);
    expect(shares.getByRole('link', { name: 'gpt-5' }).getAttribute('href')).toBe(
      '/panel/log?range=month&log_type=2&model_name=gpt-5',
    );
  });

  it('asks for the reader’s days by the name of the zone, and names it', async () => {
    serve({ 'GET /api/user/statement/days': pageOf([day]) });
    const asked = vi.spyOn(globalThis, 'fetch');
    await open('/panel/statement');
    expect(await screen.findByRole('columnheader', { name: `Day (${readerTimeZone()})` })).toBeTruthy();
    const days = asked.mock.calls.map(([address]) => String(address)).find((one) => one.includes('/days?'));
    expect(new URLSearchParams(days?.split('?')[1]).get('time_zone')).toBe(readerTimeZone());
  });

  it('says where the balance went by day, and leads to the day’s calls and entries', async () => {
    serve({ 'GET /api/user/statement/days': pageOf([day]) });
    await open('/panel/statement');
    const row = await rowOf(/Nov 20, 2026/);
    expect(row.getByText('+$0.50')).toBeTruthy();
    expect(row.getByText('$4.00').parentElement?.textContent).toBe('$4.00 → $3.00');
    expect(row.getByRole('link', { name: '−$1.50' }).getAttribute('href')).toBe(
      '/panel/log?range=custom&from=1795132800&to=1795219199&log_type=2',
    );
    expect(row.getByRole('link', { name: '+$0.50' }).getAttribute('href')).toContain(
      'view=entries&range=custom&from=1795132800&to=1795219199&kind=other',
    );
    expect(row.getByRole('link', { name: 'Nov 20, 2026' }).getAttribute('href')).toContain(
      'view=entries&range=custom&from=1795132800&to=1795219199',
    );
  });

  it('says entry by entry what, how much, who and why', async () => {
    const user = userEvent.setup();
    serve({
      'GET /api/user/statement/days': pageOf([day]),
      'GET /api/user/statement': pageOf([entry, adjustment]),
    });
    await open('/panel/statement');
    await user.click(await screen.findByRole('button', { name: /^View/ }));
    await user.click(await screen.findByRole('menuitemradio', { name: 'Every entry' }));

    const calls = await rowOf(/12 calls/);
    expect(calls.getByText('−$1.000000')).toBeTruthy();
    expect(calls.getByText('Test site')).toBeTruthy();
    expect(calls.getByRole('link', { name: '12 calls' }).getAttribute('href')).toContain('to=1800000000');
    const change = await rowOf(/Balance change/);
    for (const text of ['+$0.50', 'an administrator', 'double payment']) {
      expect(change.getByText(text)).toBeTruthy();
    }
  });

  it('is anybody’s for administrators, with the name of who changed it', async () => {
    const actor = { id: 1, username: 'root' };
    serve({
      'GET /api/user/7': { data: { id: 7, username: 'ben' } },
      'GET /api/user/7/statement': pageOf([entry, { ...adjustment, actor }]),
    });
    await open('/panel/statement?user=7&view=entries', { id: 1, username: 'root', role: role.root });

    expect(await screen.findByRole('heading', { name: 'Statement of ben' })).toBeTruthy();
    expect((await rowOf(/Balance change/)).getByText('root')).toBeTruthy();
    const link = (await rowOf(/12 calls/)).getByRole('link', { name: '12 calls' });
    expect(link.getAttribute('href')).toContain('username=ben');
  });

  it('is the own one for everybody else, whatever the address says', async () => {
    serve({ 'GET /api/user/statement/days': pageOf([]) });
    await open('/panel/statement?user=7');
    expect(await screen.findByText('The balance has not changed this month')).toBeTruthy();
    expect(screen.getByRole('heading', { name: 'Statement' })).toBeTruthy();
  });
});
