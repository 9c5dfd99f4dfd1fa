import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ChannelView } from '@turnpike/contract';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { loadTexts } from '../../i18n/i18n.ts';
import { channelTypeExamples } from '../../ui/test-channel-types.ts';
import { renderPart } from '../../ui/test-screen.tsx';
import { type Answer, serve } from '../../ui/test-server.ts';
import { toastQueue } from '../../ui/toast.ts';
import { ToastHost } from '../../ui/toast-host.tsx';
import ChannelPage from './channel-page.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  for (const { id } of [...toastQueue.shown()]) toastQueue.close(id);
});

const channel = {
  ...{ id: 5, type: 1, name: 'main', key_hint: 'sk-…1', models: 'gpt-4o', group: 'default', status: 1 },
  ...{ weight: 1, priority: 0, base_url: '', other: '', tag: '', test_model: '', model_mapping: '' },
  ...{ models_added: [], models_missing: [], disabled_stream: [], only_chat: false, used_quota: 0 },
  ...{ allow_private_network: false, dialects: ['openai-chat'], estimated_calls: 0, flagged_calls: 0 },
  ...{ test_time: 0, response_time: 0, balance: 0, balance_currency: '', balance_updated_time: 0 },
  etag: '"5"',
} as unknown as ChannelView;

const pageOf = (data: readonly ChannelView[]) => ({
  data: { data, page: 1, size: 30, total_count: data.length },
});

/** The list with these answers beside those that every list asks for. */
async function openList(answers: Record<string, Answer | (() => Answer)>, address = '/') {
  const asked = serve({
    'GET /api/channel/': pageOf([channel]),
    'GET /api/channel/types': { data: channelTypeExamples },
    'GET /api/channel/models': { data: [] },
    'GET /api/group/': { data: ['default'] },
    ...answers,
  });
  await loadTexts('channel');
  await renderPart(
    <>
      <ChannelPage />
      <ToastHost />
    </>,
    { address, self: { id: 1, role: 100 } },
  );
  await screen.findByRole('grid', { name: 'Channels' });
  return asked;
}

const choose = async (menu: string, action: string) => {
  await userEvent.click(await screen.findByRole('button', { name: menu }));
  await userEvent.click(await screen.findByRole('menuitem', { name: action }));
};

describe('a copy of a channel', () => {
  it('is made by the server, which has the key, and its form opens', async () => {
    const copy = { ...channel, id: 6, name: 'main_copy' };
    const asked = await openList({
      'POST /api/channel/copy/5': { data: copy },
      'GET /api/channel/6': { data: copy },
    });

    await choose('Actions for main', 'Copy');

    expect(await screen.findByText('Copied as main_copy')).toBeTruthy();
    expect(await screen.findByRole('dialog', { name: 'Edit channel main_copy' })).toBeTruthy();
    expect(asked).toEqual([{ call: 'POST /api/channel/copy/5', body: null }]);
  });
});

describe('the deletion of disabled channels', () => {
  it('says how many before, and how many after', async () => {
    const asked = await openList({ 'DELETE /api/channel/disabled': { data: 2 } });

    await choose('More actions', 'Delete disabled channels');
    // One that is off by hand, one by a test.
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete the disabled channels (2)?' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Delete disabled channels' }));

    expect(await screen.findByText('Channels deleted: 2')).toBeTruthy();
    expect(asked.map(({ call }) => call)).toEqual(['DELETE /api/channel/disabled']);
    await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('has nothing to ask where none is disabled', async () => {
    let lists = 0;
    // The list itself is asked for first.
    const asked = await openList({ 'GET /api/channel/': () => pageOf(lists++ === 0 ? [channel] : []) });

    await choose('More actions', 'Delete disabled channels');
    const dialog = within(await screen.findByRole('dialog', { name: 'No channel is disabled' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Close' }));

    await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(asked).toEqual([]);
  });
});
