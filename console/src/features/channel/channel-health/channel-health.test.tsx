import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ChannelHealthView, ChannelRow } from '@turnpike/contract';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { loadTexts } from '../../../i18n/i18n.ts';
import { channelTypeExamples } from '../../../ui/test/test-channel-types.ts';
import { renderPart } from '../../../ui/test/test-screen.tsx';
import { serve } from '../../../ui/test/test-server.ts';
import ChannelPage from '../channel-page.tsx';
import { HealthSection } from './health-section.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const row = (id: number, name: string, status = 1) =>
  ({
    ...{ id, name, status, type: 1, key_hint: '', models: 'gpt-4o', group: 'default', tag: '' },
    ...{ weight: 1, priority: 0, base_url: '', other: '', test_model: '', model_mapping: '', key_count: 1 },
    ...{ models_added: [], models_missing: [], disabled_stream: [], only_chat: false, used_quota: 0 },
    ...{ estimated_calls: 0, flagged_calls: 0, test_time: 0, response_time: 0, test_error: '' },
    ...{ balance: 0, balance_currency: '', balance_updated_time: 0, dialects: [], etag: '"1"' },
  }) as unknown as ChannelRow;

const NOW = Math.floor(Date.now() / 1000);
const health = (id: number, given: Partial<ChannelHealthView> = {}): ChannelHealthView => ({
  ...{ id, state: 'healthy', calls: 0, failures: 0, in_flight: 0, first_byte_ms: null, duration_ms: null },
  ...{ last_error: null, rests: [], hours: [] },
  ...given,
});
const failing = health(2, {
  ...{ state: 'failing', calls: 200, failures: 99, first_byte_ms: 420, duration_ms: 2500, in_flight: 3 },
  last_error: {
    ...{ code: 'upstream.timeout', message: 'shard 7 is on fire', model: 'gpt-4o' },
    ...{ time: NOW - 120, since: NOW - 300 },
  },
  hours: [{ hour: NOW - (NOW % 3600), calls: 200, failures: 99 }],
});
const resting = health(3, {
  ...{ state: 'resting', calls: 4, failures: 4 },
  rests: [
    { key_id: null, model: 'gpt-4o', code: 'upstream.error', seconds: 12 },
    { key_id: 7, model: 'o3', code: 'upstream.timeout', seconds: 40 },
  ],
});

async function openList(answers: ChannelHealthView[]) {
  const rows = [row(1, 'fine'), row(2, 'sick'), row(3, 'tired'), row(4, 'gone', 2)];
  const asked: string[] = [];
  const lists: string[] = [];
  let known = answers;
  serve({
    'GET /api/channel/': { data: { data: rows, page: 1, size: 30, total_count: rows.length } },
    'GET /api/channel/types': { data: channelTypeExamples },
    'GET /api/channel/health': () => ({ data: known }),
    'PUT /api/channel/': {},
    'GET /api/group/': { data: ['default'] },
  });
  const served = fetch;
  vi.stubGlobal('fetch', (address: string, init?: RequestInit) => {
    if (address.startsWith('/api/channel/health')) asked.push(address);
    if (address.startsWith('/api/channel/?')) lists.push(address);
    return served(address, init);
  });
  await loadTexts('channel');
  await renderPart(<ChannelPage />, { self: { id: 1, role: 100 } });
  await screen.findByRole('grid', { name: 'Channels', hidden: true });
  return { asked, lists, answer: (next: ChannelHealthView[]) => (known = next) };
}

const lineOf = async (name: string) => {
  const link = await screen.findByRole('link', { name });
  return within(link.closest('tr') as HTMLElement);
};

describe('the health of the listed channels', () => {
  it('is a word with rest, success share and first byte', async () => {
    const { asked, lists } = await openList([
      health(1, { calls: 1000, failures: 1, first_byte_ms: 80 }),
      ...[failing, resting, health(4, { state: 'off' })],
    ]);
    const texts = async (name: string) =>
      (await (await lineOf(name)).findByRole('group', { name: /^(Healthy|Failing|Resting|Off)/ }))
        .textContent;
    expect(await texts('fine')).toBe('Healthy99% · 80 ms');
    expect(await texts('sick')).toBe('Failing50% · 420 ms');
    expect(await texts('tired')).toBe('Resting12 s · 0%');
    expect(await texts('gone')).toBe('Off');
    expect(asked).toEqual(['/api/channel/health?ids=1%2C2%2C3%2C4']);
    // The server puts the troubled ones first where no order is chosen.
    expect(lists[0]).not.toContain('order=');
  });

  it('has the last error with its time and the answer of the vendor, and the last day in words', async () => {
    await openList([failing]);
    const line = await lineOf('sick');
    const named = (await line.findByRole('group', { name: /^Failing/ })).getAttribute('aria-label');
    expect(named).toContain('Last 15 minutes: 101 of 200 calls succeeded');
    expect(named).toMatch(
      /Last error: The provider did not answer in time\..* \(2 min\. ago\)\nThe provider said: shard 7 is on fire/,
    );
    const strip = line.getByRole('img', { name: /^Last 24 hours: 200 calls, 99 failed/ });
    expect(strip.getAttribute('aria-label')).toMatch(/Worst hour: from .*, 99 of 200 failed$/);
    expect(strip.children).toHaveLength(23 + 2);
  });

  it('is requested again at once after a change, and every 15 seconds', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const { asked, answer } = await openList([failing]);
    const line = await lineOf('sick');
    await line.findByRole('group', { name: /^Failing/ });
    answer([{ ...failing, state: 'off' }]);
    const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime });
    await user.click(line.getByRole('switch', { name: 'Enable sick' }));
    expect(await line.findByRole('group', { name: /^Off/ }, { timeout: 5000 })).toBeTruthy();
    const before = asked.length;
    answer([{ ...failing, state: 'healthy' }]);
    await vi.advanceTimersByTimeAsync(15_100);
    expect(await line.findByRole('group', { name: /^Healthy/ })).toBeTruthy();
    expect(asked.length).toBe(before + 1);
  });
});

describe('the health of one channel', () => {
  it('has every pause and the last error', async () => {
    serve({
      'GET /api/channel/health': {
        data: [{ ...resting, last_error: failing.last_error, duration_ms: 2500 }],
      },
    });
    await loadTexts('channel');
    await renderPart(<HealthSection id={3} />, { self: { id: 1, role: 100 } });
    const section = within(await screen.findByRole('region', { name: 'Health' }));
    expect(await section.findByText('Resting')).toBeTruthy();
    expect(section.getByText(/^gpt-4o: paused for 12 s\. /)).toBeTruthy();
    expect(section.getByText(/^Key 7, o3: paused for 40 s\. /)).toBeTruthy();
    expect(section.getByText('2.50 s')).toBeTruthy();
    expect(section.getByText('shard 7 is on fire')).toBeTruthy();
  });

  it('shows a failure to load it', async () => {
    serve({ 'GET /api/channel/health': { code: 'gateway.internal', status: 500 } });
    await loadTexts('channel');
    await renderPart(<HealthSection id={3} />, { self: { id: 1, role: 100 } });
    expect(await screen.findByRole('alert')).toBeTruthy();
  });
});
