import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ChannelKeyView, ChannelRow } from '@turnpike/contract';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { loadTexts } from '../../../i18n/i18n.ts';
import { channelTypeExamples } from '../../../ui/test/test-channel-types.ts';
import { renderPart } from '../../../ui/test/test-screen.tsx';
import { type Answer, serve } from '../../../ui/test/test-server.ts';
import { toastQueue } from '../../../ui/toast/toast.ts';
import { ToastHost } from '../../../ui/toast/toast-host.tsx';
import ChannelPage from '../channel-page.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  for (const { id } of [...toastQueue.shown()]) toastQueue.close(id);
});

const NOW = Math.floor(Date.now() / 1000);

const channel = {
  ...{ id: 5, type: 1, name: 'main', key_hint: 'sk-o…1111', models: 'gpt-4o', group: 'default', status: 1 },
  ...{ key_count: 2, enabled_key_count: 1, weight: 1, priority: 0, base_url: '', other: '', tag: '' },
  ...{ models_added: [], models_missing: [], disabled_stream: [], only_chat: false, used_quota: 0 },
  ...{ allow_private_network: false, dialects: ['openai-chat'], estimated_calls: 0, flagged_calls: 0 },
  ...{ test_time: 0, response_time: 0, balance: 0, balance_currency: '', balance_updated_time: 0 },
  ...{ test_model: '', model_mapping: '', etag: '"5"' },
} as unknown as ChannelRow;

const one: ChannelKeyView = {
  ...{
    id: 11,
    key_hint: 'sk-o…1111',
    status: 1,
    created_time: NOW,
    used_quota: 15,
    calls: 7,
    failed_calls: 2,
  },
  ...{ last_used_time: NOW, last_error: 'upstream.key_refused', last_error_time: NOW - 5 },
  resting: [{ model: 'gpt-4o', until: NOW + 30 }],
  ...{ requests_per_minute: 0, tokens_per_minute: 0, parallel_calls: 3, etag: '"11"' },
};
const two: ChannelKeyView = {
  ...{ ...one, id: 12, key_hint: 'sk-t…2222', status: 2, calls: 0, failed_calls: 0, last_used_time: 0 },
  ...{ last_error: '', last_error_time: 0, resting: [], parallel_calls: 0, etag: '"12"' },
};

/** The keys of the channel, open above the list. */
async function openKeys(answers: Record<string, Answer | (() => Answer)> = {}) {
  const asked = serve({
    'GET /api/channel/': { data: { data: [channel], page: 1, size: 30, total_count: 1 } },
    'GET /api/channel/5': { data: channel },
    'GET /api/channel/5/keys': { data: [one, two] },
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
    { address: '/', self: { id: 1, role: 100 } },
  );
  await userEvent.click(await screen.findByRole('link', { name: '1 of 2 keys' }));
  await screen.findByRole('dialog', { name: 'Keys of main' }, { timeout: 10_000 });
  return { asked, dialog: within(screen.getByRole('dialog', { name: 'Keys of main' })) };
}

const rowOf = async (dialog: ReturnType<typeof within>, hint: string) =>
  within(await dialog.findByRole('row', { name: new RegExp(hint) }, { timeout: 10_000 }));

describe('the keys of a channel', () => {
  it('show what each was used for, that it rests, and its last failure in words', async () => {
    const { dialog } = await openKeys();
    const first = await rowOf(dialog, 'sk-o…1111');
    expect(first.getByText(/^Paused until/)).toBeTruthy();
    expect(first.getByText(/refused the channel’s key/)).toBeTruthy();
    expect(first.getByText('7')).toBeTruthy();
    const second = await rowOf(dialog, 'sk-t…2222');
    expect(second.getByText('Disabled')).toBeTruthy();
    expect(second.getByText('Never')).toBeTruthy();
  });

  it('are turned on and off, and limited in their place with the state that was shown', async () => {
    const { dialog, asked } = await openKeys({
      'PUT /api/channel/5/keys/11': { data: one },
      'PUT /api/channel/5/keys/12': { data: two },
    });
    await userEvent.click((await rowOf(dialog, 'sk-t…2222')).getByRole('switch'));
    const first = await rowOf(dialog, 'sk-o…1111');
    await userEvent.click(first.getByRole('button', { name: 'Change Parallel of sk-o…1111 #11, now 3' }));
    const field = await dialog.findByRole('spinbutton');
    await userEvent.clear(field);
    await userEvent.type(field, '-1{Enter}');
    expect((await dialog.findByRole('alert')).textContent).toBe('Must be at least 0.');
    await userEvent.clear(field);
    await userEvent.type(field, '8{Enter}');
    expect(await screen.findByText('Key sk-o…1111 #11 saved')).toBeTruthy();
    expect(asked).toEqual([
      { call: 'PUT /api/channel/5/keys/12', body: { status: 1 } },
      { call: 'PUT /api/channel/5/keys/11', body: { parallel_calls: 8 }, ifMatch: '"11"' },
    ]);
  });

  it('are tested and deleted one by one, after a question', async () => {
    const { dialog, asked } = await openKeys({
      'POST /api/channel/test/5': { data: null },
      'DELETE /api/channel/5/keys/11': { data: null },
    });
    await userEvent.click(await dialog.findByRole('button', { name: 'Test sk-o…1111 #11' }));
    await userEvent.click(await dialog.findByRole('button', { name: 'Delete sk-o…1111 #11' }));
    const question = within(await screen.findByRole('dialog', { name: 'Delete the key sk-o…1111 #11?' }));
    await userEvent.click(question.getByRole('button', { name: 'Delete key' }));
    await vi.waitFor(() => expect(screen.queryByRole('dialog', { name: /^Delete the key/ })).toBeNull());
    expect(asked).toEqual([
      { call: 'POST /api/channel/test/5', query: 'key_id=11', body: null },
      { call: 'DELETE /api/channel/5/keys/11', body: null },
    ]);
  });

  it('are added by the line, to the address that was shown', async () => {
    const { dialog, asked } = await openKeys({
      'POST /api/channel/5/keys': () =>
        asked.length === 1
          ? { code: 'channel.key_line', fields: [{ field: 'keys.2', code: 'channel.key_repeated' }] }
          : { data: [two] },
    });
    await userEvent.click(await dialog.findByRole('button', { name: 'Add keys' }));
    const form = within(await screen.findByRole('dialog', { name: 'Add keys to main' }, { timeout: 10_000 }));
    expect(form.getByText('One key per line, 998 at most.')).toBeTruthy();
    await userEvent.type(form.getByRole('textbox', { name: 'Keys' }), 'sk-new{Enter}sk-two');
    await userEvent.click(form.getByRole('button', { name: 'Add keys' }));
    expect(await form.findByText(/^Line 2: This key is already/)).toBeTruthy();
    await userEvent.click(form.getByRole('button', { name: 'Add keys' }));
    expect(await screen.findByText('Keys added: 1')).toBeTruthy();
    const call = {
      call: 'POST /api/channel/5/keys',
      body: { keys: 'sk-new\nsk-two' },
      ifMatch: '"5"',
    };
    expect(asked).toEqual([call, call]);
  });

  it('are changed many at once; what is gone is told', async () => {
    const { dialog, asked } = await openKeys({
      'POST /api/channel/5/keys/batch': {
        data: { done: [11], failed: [{ id: 12, code: 'channel.key_not_found' }] },
      },
    });
    await userEvent.click(await dialog.findByRole('checkbox', { name: 'Select all rows on this page' }));
    await userEvent.click(await dialog.findByRole('button', { name: 'Enable' }));
    expect(await screen.findByText('Keys changed: 1, not changed: 1')).toBeTruthy();
    expect(screen.getByText('#12: The channel has no such key.')).toBeTruthy();
    expect(asked[0]?.body).toEqual({ ids: [11, 12], action: 'enable' });
  });

  it('say when there are none, and when they cannot be read', async () => {
    const none = await openKeys({ 'GET /api/channel/5/keys': { data: [] } });
    expect(await none.dialog.findByText('No keys')).toBeTruthy();
    cleanup();
    const failed = await openKeys({ 'GET /api/channel/5/keys': { code: 'gateway.internal', status: 500 } });
    expect(await failed.dialog.findByRole('button', { name: /again/i }, { timeout: 10_000 })).toBeTruthy();
  });
});
