import { act, cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ModelStatusRow } from '@turnpike/contract';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { siteStatusQuery } from '../../api/site-status.ts';
import { loadTexts } from '../../i18n/i18n.ts';
import { renderPart } from '../../ui/test/test-screen.tsx';
import { serve } from '../../ui/test/test-server.ts';
import ModelStatusScreen from './model-status-page.tsx';

const NOW = Math.floor(Date.now() / 1000);
const hours = (...last: (number | null)[]) => [
  ...Array.from({ length: 24 - last.length }, () => null),
  ...last,
];
const row = (model: string, given: Partial<ModelStatusRow> = {}): ModelStatusRow => ({
  ...{ model, owned_by: '', state: 'operational', percent: 100, first_byte_ms: 420, hours: hours(100) },
  ...given,
});
const models = [
  row('gpt-fine'),
  row('gpt-down', { state: 'down', percent: 12, hours: hours(100, 12) }),
  row('quiet', { state: 'idle', percent: null, first_byte_ms: null, hours: hours() }),
];

beforeEach(() => loadTexts('model-status'));
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

async function open(rows: ModelStatusRow[], { isOn = true, address = '/status' } = {}) {
  const page = { updated_at: NOW, first_hour: NOW - (NOW % 3600) - 23 * 3600, hour_count: 24, models: rows };
  serve({
    'GET /api/status/models': isOn ? { data: page } : { code: 'site.status_page_off', status: 404 },
    'GET /api/model_ownedby/': { data: [] },
  });
  const { client } = await renderPart(<ModelStatusScreen />, { address });
  act(() => {
    client.setQueryData(
      siteStatusQuery.queryKey,
      (status) => status && { ...status, model_status_page: isOn },
    );
  });
}
const lineOf = async (model: string) => within((await screen.findByText(model)).closest('tr') as HTMLElement);

describe('the status of models', () => {
  it('is in words next to every colour', async () => {
    await open(models);
    const down = await lineOf('gpt-down');
    expect(down.getByText('Down')).toBeTruthy();
    expect(down.getByText('12%')).toBeTruthy();
    expect(
      down.getByRole('img', { name: /^Worst of the last 24 hours: from .*, 12% answered$/ }),
    ).toBeTruthy();
    expect((await lineOf('gpt-fine')).getByText('420 ms')).toBeTruthy();
    const quiet = await lineOf('quiet');
    expect(quiet.getByText('No recent calls')).toBeTruthy();
    expect(quiet.getByRole('img', { name: 'Too few calls in the last 24 hours' })).toBeTruthy();
    expect(screen.getByRole('status').textContent).toBe('1 model has problems');
  });

  it('is searched by name and by state', async () => {
    await open(models, { address: '/status?keyword=GPT' });
    await lineOf('gpt-fine');
    expect(screen.queryByText('quiet')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'State', expanded: false }));
    await userEvent.click(await screen.findByRole('menuitemradio', { name: 'Down' }));
    await vi.waitFor(() => expect(screen.queryByText('gpt-fine')).toBeNull());
    await lineOf('gpt-down');
  });

  it('says that there is none yet', async () => {
    await open([]);
    expect(await screen.findByText('No models yet')).toBeTruthy();
    expect(screen.queryByRole('status')).toBeNull();
  });

  it('is not there while it is off', async () => {
    await open(models, { isOn: false });
    expect(await screen.findByText('This site has no status page')).toBeTruthy();
    expect(screen.queryByText('gpt-fine')).toBeNull();
  });
});
