import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ChannelView } from '@turnpike/contract';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { loadTexts } from '../../../i18n/i18n.ts';
import { channelTypeExamples } from '../../../ui/test/test-channel-types.ts';
import { renderPart } from '../../../ui/test/test-screen.tsx';
import { type Answer, serve } from '../../../ui/test/test-server.ts';
import CompareChannels from './compare-channels.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const SECRET = 'Bearer very-secret';
const channel = (given: Partial<ChannelView>) =>
  ({
    ...{ id: 5, type: 1, name: 'main', key_hint: 'sk-a…1234', key_count: 1, models: 'a,b', group: 'default' },
    ...{ status: 1, weight: 1, priority: 0, base_url: '', other: '', tag: '', test_model: '', proxy: '' },
    ...{ model_mapping: '', disabled_stream: [], only_chat: false, dialects: ['openai-chat'], plugin: '' },
    ...{ model_headers: '', custom_parameter: '', allow_private_network: false, cost_ratio: 0 },
    ...{ requests_per_minute: 0, tokens_per_minute: 0, parallel_calls: 0, ...given },
  }) as unknown as ChannelView;
const spare = { id: 6, name: 'spare', key_hint: 'sk-b…9999', models: 'b,c', weight: 3 };

async function open(given: Partial<ChannelView>, secrets: Answer) {
  serve({
    'GET /api/channel/types': { data: channelTypeExamples },
    'GET /api/channel/compare': secrets,
  });
  await Promise.all([loadTexts('channel-comparison'), loadTexts('channel')]);
  await renderPart(
    <CompareChannels
      channels={[channel({}), channel({ id: 6, name: 'spare', ...given })]}
      onClose={() => {}}
    />,
    { self: { id: 1, role: 100 } },
  );
  return within(await screen.findByRole('dialog', { name: 'Compare 2 channels' }));
}
const rowsOf = (dialog: Awaited<ReturnType<typeof open>>): (string | null)[][] =>
  dialog
    .getAllByRole('row')
    .map((row) => [...row.querySelectorAll('th, td')].map((cell) => cell.textContent));

describe('the comparison of channels', () => {
  it('shows what differs at first, then everything', async () => {
    const dialog = await open(spare, { data: { keys: [1, 2], proxies: [0, 0] } });
    await dialog.findByText('3 of 24 settings differ.');

    expect(rowsOf(dialog)).toEqual([
      ['Setting', 'main', 'spare'],
      ['KeysDiffers', 'sk-a…1234Value A', 'sk-b…9999Value B'],
      ['ModelsDiffers', 'Models: 2Not in all: a', 'Models: 2Not in all: c'],
      ['WeightDiffers', '1', '3'],
    ]);
    await userEvent.click(dialog.getByRole('switch', { name: 'Show differences only' }));
    expect(rowsOf(dialog)).toHaveLength(25);
    expect(rowsOf(dialog)).toContainEqual(['Priority', '0', '0']);
  });

  it('shows no value of a header, only that they differ', async () => {
    const model_headers = JSON.stringify({ authorization: SECRET });
    const dialog = await open({ model_headers }, { data: { keys: [1, 1], proxies: [0, 0] } });
    expect(await dialog.findByText('1 of 24 settings differ.')).toBeTruthy();
    expect(rowsOf(dialog)[1]).toEqual(['HeadersDiffers', '–', 'authorization: ***']);
    expect(document.body.textContent).not.toContain(SECRET);
  });

  it('says that nothing differs', async () => {
    const dialog = await open({}, { data: { keys: [1, 1], proxies: [0, 0] } });
    expect(await dialog.findByText('These channels have the same settings.')).toBeTruthy();
  });

  it('takes secrets that cannot be compared for neither equal nor different', async () => {
    const dialog = await open({ proxy: 'http://***@p' }, { data: { keys: [1, -1], proxies: [0, -1] } });
    await userEvent.click(dialog.getByRole('switch', { name: 'Show differences only' }));
    expect(await dialog.findAllByText('Cannot be compared')).toHaveLength(2);
    expect(dialog.queryByText('Differs')).toBeNull();
  });

  it('compares the rest where the secrets could not be compared', async () => {
    const dialog = await open(spare, { status: 404, code: 'channel.not_found' });
    expect((await dialog.findByRole('alert')).textContent).toContain('There is no such channel.');
    expect(rowsOf(dialog).map(([name]) => name)).toEqual(['Setting', 'ModelsDiffers', 'WeightDiffers']);
  });
});
