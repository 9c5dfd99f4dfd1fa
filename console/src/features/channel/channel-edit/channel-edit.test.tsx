import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ChannelRow } from '@turnpike/contract';
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

const AZURE = 3;
const azureType = {
  ...(channelTypeExamples[0] as object),
  ...{ id: AZURE, name: 'azure', label: 'Azure OpenAI', other: 'api_version', other_example: '2024-10-21' },
};
const channel = (given: Partial<ChannelRow>) =>
  ({
    ...{ id: 5, type: 1, name: 'main', key_hint: 'sk-…1', models: 'gpt-4o', group: 'default', status: 1 },
    ...{ weight: 1, priority: 0, base_url: '', other: '', tag: '', test_model: '', model_mapping: '' },
    ...{ models_added: [], models_missing: [], disabled_stream: [], used_quota: 0, key_count: 1 },
    ...{ test_time: 0, response_time: 0, test_error: '', balance: 0, balance_currency: '' },
    ...{ balance_updated_time: 0, etag: '"5"', ...given },
  }) as unknown as ChannelRow;
const rows = [
  channel({ id: 5, name: 'both', models: 'gpt-4o,old-model' }),
  channel({ id: 6, name: 'only', models: 'old-model' }),
  channel({ id: 7, name: 'other', models: 'gpt-4o', type: AZURE, other: '2024-02-01' }),
];

async function openList(answers: Record<string, Answer>, address = '/') {
  const asked = serve({
    'GET /api/channel/': { data: { data: rows, page: 1, size: 30, total_count: rows.length } },
    'GET /api/channel/types': { data: [...channelTypeExamples, azureType] },
    'GET /api/channel/models': { data: [] },
    'GET /api/group/': { data: ['default'] },
    ...answers,
  });
  await Promise.all([loadTexts('channel'), loadTexts('channel-edit')]);
  await renderPart(
    <>
      <ChannelPage />
      <ToastHost />
    </>,
    { address, self: { id: 1, role: 100 } },
  );
  await screen.findByRole('grid', { name: 'Channels', hidden: true });
  return asked;
}

const select = async (...names: string[]) => {
  for (const name of names)
    await userEvent.click(await screen.findByRole('checkbox', { name: new RegExp(`${name}$`) }));
};
const act = async (label: string) => userEvent.click(await screen.findByRole('button', { name: label }));
const rowsOf = (dialog: ReturnType<typeof within>, list: RegExp) =>
  within(dialog.getByRole('list', { name: list }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);

describe('the deletion of a model from many channels', () => {
  const start = async (address?: string) => {
    const beside = { done: [5], failed: [{ id: 6, code: 'channel.only_model' }] };
    const asked = await openList({ 'PUT /api/channel/batch/del_model': { data: 1, beside } }, address);
    await select('both', 'only', 'other');
    await act('Delete a model');
    const title = 'Delete a model from the selected channels (3)';
    return { asked, dialog: within(await screen.findByRole('dialog', { name: title })) };
  };

  it('shows what is left of each, and what stays as it is and why', async () => {
    const { dialog } = await start();
    expect(dialog.queryByRole('list')).toBeNull();
    await userEvent.type(dialog.getByRole('combobox', { name: /^Model/ }), 'old-model');

    expect(rowsOf(dialog, /^Will change \(1\)/)).toEqual(['bothModels: 2 → 1gpt-4o']);
    expect(rowsOf(dialog, /^Stay as they are \(2\)/)).toEqual([
      'onlyIt is the only model of this channel.',
      'otherThis channel does not list the model.',
    ]);
  });

  it('begins with the model of the filter, and names what was not changed', async () => {
    const { asked, dialog } = await start('/?models=old-model');
    await userEvent.click(dialog.getByRole('button', { name: 'Delete model' }));

    expect(await screen.findByText('Channels changed: 1, not changed: 1')).toBeTruthy();
    expect(screen.getByText(/^only: It is the only model/)).toBeTruthy();
    expect(asked).toEqual([
      { call: 'PUT /api/channel/batch/del_model', body: { ids: [5, 6, 7], value: 'old-model' } },
    ]);
    await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('sends nothing that would change none', async () => {
    const { asked, dialog } = await start();
    await userEvent.type(dialog.getByRole('combobox', { name: /^Model/ }), 'unheard{Enter}');
    expect(await dialog.findByText('This changes none of the selected channels.')).toBeTruthy();
    expect(asked).toEqual([]);
  });
});

describe('the version of the API of many channels', () => {
  it('is replaced where there is one', async () => {
    const asked = await openList({
      'PUT /api/channel/batch/azure_api': { data: 1, beside: { done: [7], failed: [] } },
    });
    await select('both', 'other');
    await act('Replace API version');
    const dialog = within(await screen.findByRole('dialog', { name: /^Replace the API version/ }));
    await userEvent.type(dialog.getByRole('textbox', { name: /^API version/ }), '2024-10-21');

    expect(rowsOf(dialog, /^Will change/)).toEqual(['other2024-02-01 → 2024-10-21']);
    expect(rowsOf(dialog, /^Stay/)).toEqual(['bothChannels of this type have no API version.']);
    await userEvent.click(dialog.getByRole('button', { name: 'Replace API version' }));
    await vi.waitFor(() =>
      expect(asked).toEqual([
        { call: 'PUT /api/channel/batch/azure_api', body: { ids: [5, 7], value: '2024-10-21' } },
      ]),
    );
  });

  it('is not offered where no selected channel has one', async () => {
    await openList({});
    await select('both');
    expect(await screen.findByRole('button', { name: 'Delete a model' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Replace API version' })).toBeNull();
  });
});
