import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ChannelRow } from '@turnpike/contract';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { loadTexts } from '../../i18n/i18n.ts';
import { channelTypeExamples } from '../../ui/test/test-channel-types.ts';
import { renderPart } from '../../ui/test/test-screen.tsx';
import { type Answer, serve } from '../../ui/test/test-server.ts';
import { toastQueue } from '../../ui/toast/toast.ts';
import { ToastHost } from '../../ui/toast/toast-host.tsx';
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
  ...{
    test_time: 0,
    response_time: 0,
    test_error: '',
    balance: 0,
    balance_currency: '',
    balance_updated_time: 0,
  },
  etag: '"5"',
} as unknown as ChannelRow;

const pageOf = (data: readonly ChannelRow[]) => ({
  data: { data, page: 1, size: 30, total_count: data.length },
});

/** The list with these answers next to those that every list asks for. */
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
  await screen.findByRole('grid', { name: 'Channels', hidden: true });
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

describe('the test of a channel', () => {
  const refused = {
    ...{ status: 503, code: 'upstream.model_missing' },
    message: 'No such model. The provider said: this server only has embeddings',
  };
  const SAID = /does not offer this model now\. The provider said: this server only has embeddings/;

  it('sends nothing but its number, and shows what the provider said', async () => {
    const asked = await openList({ 'POST /api/channel/test/5': refused });
    await userEvent.click(await screen.findByRole('button', { name: 'Test main' }));
    expect(await screen.findByText(SAID)).toBeTruthy();
    expect(asked).toEqual([{ call: 'POST /api/channel/test/5', body: null }]);
  });

  it('stays in the row after it failed, with the reason', async () => {
    let row = channel;
    await openList({
      'GET /api/channel/': () => pageOf([row]),
      'POST /api/channel/test/5': () => {
        row = { ...channel, test_time: 1_760_000_000, test_error: 'upstream.key_refused' };
        return { status: 503, code: 'upstream.key_refused', message: '' };
      },
    });
    expect(await screen.findByText('Not tested')).toBeTruthy();
    await userEvent.click(await screen.findByRole('button', { name: 'Test main' }));
    const failed = await screen.findByLabelText(
      /^Test failed: The provider refused the channel.s key\. Tested /,
    );
    expect(failed.textContent).toBe('Test failed');
    expect(screen.queryByText('Not tested')).toBeNull();
  });

  it('takes a model and a kind of request, and stays open where it fails', async () => {
    let answer: Answer = refused;
    const asked = await openList({ 'POST /api/channel/test/5': () => answer });
    await choose('Actions for main', 'Test a model…');
    const dialog = within(await screen.findByRole('dialog', { name: 'Test main' }));
    const run = () => userEvent.click(dialog.getByRole('button', { name: 'Test' }));
    const kind = dialog.getByRole<HTMLSelectElement>('combobox', { name: 'Kind of request' });
    expect([...kind.options].map(({ text }) => text)).toEqual([
      ...['Automatic', 'Chat', 'Embeddings', 'Rerank', 'Moderation', 'Images', 'Speech'],
    ]);
    await userEvent.type(dialog.getByRole('textbox', { name: /^Model/ }), 'my-own');

    await run();
    expect(await dialog.findByText(SAID)).toBeTruthy();
    answer = { status: 400, code: 'request.invalid', fields: [{ field: 'kind', code: 'invalid_value' }] };
    await userEvent.selectOptions(kind, 'Speech');
    expect(dialog.queryByText(SAID)).toBeNull();
    await run();
    expect(await dialog.findByText('This channel does not support this kind of request.')).toBeTruthy();
    answer = {};
    await userEvent.selectOptions(kind, 'Embeddings');
    await run();

    expect(await screen.findByText(/^main answered in/)).toBeTruthy();
    await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(asked.map(({ query }) => query)).toEqual([
      ...['model=my-own', 'model=my-own&kind=speech', 'model=my-own&kind=embedding'],
    ]);
  });
});

describe('the choice of a channel', () => {
  it('is explained from the list, with the first own key', async () => {
    const asked = await openList({
      'GET /api/token/': { data: { data: [{ id: 9, name: 'laptop' }], page: 1, size: 100, total_count: 1 } },
      'GET /api/available_model': { data: {} },
      'POST /api/channel/explain': { code: 'model.not_found', status: 404 },
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Explain routing' }));
    expect(await screen.findByRole('dialog', { name: 'Explain routing' })).toBeTruthy();
    await vi.waitFor(() => expect(asked).toMatchObject([{ body: { token_id: 9 } }]));
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

describe('a tag in the list', () => {
  const newest = {
    ...{ ...channel, id: 9, name: 'acme_2', tag: 'acme', tag_channels: { total: 2, enabled: 1 } },
  } as ChannelRow;
  const tagged = [
    { ...newest, tag_channels: undefined },
    { ...newest, id: 8, name: 'acme_1', status: 2, tag_channels: undefined },
  ];
  const common = {
    ...{ id: 8, type: 1, name: 'acme_1', tag: 'acme', models: 'gpt-4o', group: 'default', other: '' },
    ...{ model_mapping: '', test_model: '', disabled_stream: [], only_chat: false, cost_ratio: 0 },
    model_cost_ratios: {},
    ...{ dialects: ['openai-chat'], model_headers: '', custom_parameter: '', requests_per_minute: 0 },
    ...{ tokens_per_minute: 0, parallel_calls: 0, base_url: '', allow_private_network: false },
    ...{ total: 2, enabled: 1, differs: ['models', 'base_url', 'parallel_calls'], etag: '"tag"' },
  };
  const openTags = (answers: Record<string, Answer | (() => Answer)> = {}, address = '/') =>
    openList(
      {
        'GET /api/channel/': pageOf([newest, channel]),
        'GET /api/channel_tag/acme/list': { data: tagged },
        'GET /api/channel_tag/acme': { data: common },
        ...answers,
      },
      address,
    );

  it('is one row that unfolds to its channels and folds again', async () => {
    await openTags();
    // From the first drawing on.
    expect((await screen.findByText('acme')).closest('a')).toBeTruthy();
    expect(screen.getByText('Tag · 2')).toBeTruthy();
    expect(screen.getByText('Enabled: 1 of 2')).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'acme_1' })).toBeNull();

    await userEvent.click(screen.getByRole('button', { name: 'Show the channels of acme' }));

    expect(await screen.findByRole('link', { name: 'acme_1' })).toBeTruthy();
    expect(screen.getAllByRole('row').map((row) => within(row).queryByRole('link')?.textContent)).toEqual([
      ...[undefined, 'acme', 'acme_2', 'acme_1', 'main'],
    ]);
    expect(screen.queryByRole('checkbox', { name: 'Select acme' })).toBeNull();
    expect(screen.getByRole('checkbox', { name: 'Select acme_1' })).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Show the channels of acme' }));
    expect(screen.queryByRole('link', { name: 'acme_1' })).toBeNull();
  });

  it('shows the result of a test of its channel', async () => {
    let isTested = false;
    await openTags({
      'GET /api/channel_tag/acme/list': () => ({
        data: isTested ? [{ ...tagged[1], test_time: 1_760_000_000, response_time: 1234 }] : [tagged[1]],
      }),
      'POST /api/channel/test/8': () => {
        isTested = true;
        return {};
      },
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Show the channels of acme' }));
    const row = () => screen.getByRole('link', { name: 'acme_1' }).closest('tr') as HTMLElement;
    await screen.findByRole('link', { name: 'acme_1' });
    expect(within(row()).getByText('Not tested')).toBeTruthy();
    await userEvent.click(within(row()).getByRole('button', { name: 'Test acme_1' }));
    await vi.waitFor(() => expect(within(row()).queryByText('Not tested')).toBeNull());
  });

  it('lets a channel of it go', async () => {
    const asked = await openTags({ 'DELETE /api/channel/8/tag': { data: tagged[1] } });
    await userEvent.click(await screen.findByRole('button', { name: 'Show the channels of acme' }));
    await choose('Actions for acme_1', 'Remove from the tag');
    expect(await screen.findByText('acme_1 no longer has a tag')).toBeTruthy();
    expect(asked.map(({ call }) => call)).toEqual(['DELETE /api/channel/8/tag']);
  });

  it.each([
    ['Enable all', undefined, 'PUT /api/channel_tag/acme/status/enable', 'Channels changed: 2'],
    [
      'Disable all',
      'Disable the channels of acme (2)?',
      ...['PUT /api/channel_tag/acme/status/disable', 'Channels changed: 2'],
    ],
    [
      'Delete its disabled channels',
      'Delete the disabled channels of acme (1)?',
      ...['DELETE /api/channel_tag/acme/disabled', 'Channels deleted: 2'],
    ],
    [
      'Delete all channels',
      'Delete all channels of acme (2)?',
      ...['DELETE /api/channel_tag/acme', 'Channels deleted: 2'],
    ],
  ])('does to all: %s', async (...[action = '', title, call = '', told = '']: (string | undefined)[]) => {
    const asked = await openTags({ [call]: { data: 2 } });
    await choose('Actions for acme', action);
    if (title !== undefined) {
      const dialog = within(await screen.findByRole('dialog', { name: title }));
      expect(asked).toEqual([]);
      await userEvent.click(dialog.getByRole('button', { name: action }));
    }
    expect(await screen.findByText(told)).toBeTruthy();
    expect(asked.map((one) => one.call)).toEqual([call]);
  });

  it('is edited as a whole, after saying what differs', async () => {
    const asked = await openTags({ 'PUT /api/channel_tag/acme': { data: { ...common, total: 3 } } });
    await userEvent.click(await screen.findByRole('link', { name: 'acme' }));
    const form = within(await screen.findByRole('dialog', { name: 'Edit the channels of acme' }));
    expect(
      await form.findByText(
        'Different between the channels: Models, Concurrent requests. Saving makes them the same.',
      ),
    ).toBeTruthy();

    await userEvent.type(form.getByRole('textbox', { name: /^Keys of new channels/ }), 'sk-new');
    await userEvent.click(form.getByRole('button', { name: 'Save' }));

    expect(await screen.findByText('Channels of acme saved (3)')).toBeTruthy();
    const { body, ifMatch } = asked[0] ?? {};
    expect(ifMatch).toBe('"tag"');
    expect(body).toMatchObject({ tag: 'acme', key: 'sk-new', models: 'gpt-4o', only_chat: false });
    for (const own of ['name', 'type', 'base_url', 'allow_private_network', 'weight', 'priority']) {
      expect(body).not.toHaveProperty(own);
    }
  });

  it('leaves name, address, key and tag to the form of a channel', async () => {
    await openTags({ 'GET /api/channel/8': { data: tagged[1] } }, '/?open=8');
    const form = within(await screen.findByRole('dialog', { name: 'Edit channel acme_1' }));
    expect(await form.findByRole('textbox', { name: 'Name' })).toBeTruthy();
    expect(form.getByRole('textbox', { name: /^Tag/ })).toBeTruthy();
    expect(form.queryByRole('combobox', { name: 'Provider' })).toBeNull();
    expect(form.queryByRole('spinbutton')).toBeNull();
    await userEvent.click(await form.findByRole('link', { name: 'Edit all channels' }));
    expect(await screen.findByRole('dialog', { name: 'Edit the channels of acme' })).toBeTruthy();
  });
});

describe('the test of all enabled channels', () => {
  const begin = async (answer: () => Answer) => {
    const asked = await openList({ 'POST /api/channel/test_enabled': answer });
    await choose('More actions', 'Test all enabled channels');
    const question = within(await screen.findByRole('dialog', { name: 'Test all enabled channels?' }));
    expect(asked).toEqual([]);
    await userEvent.click(question.getByRole('button', { name: 'Test all' }));
    return {
      asked,
      dialog: within(await screen.findByRole('dialog', { name: 'Test all enabled channels' })),
    };
  };
  /** As a call whose channel takes its time, until it is aborted. */
  const neverAnswers = (_address: string, { signal }: RequestInit) =>
    new Promise((_, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason));
    });
  const failure = { id: 6, name: 'broken', code: 'upstream.timeout' };

  it('goes from channel to channel, and links those that failed', async () => {
    const parts: Answer[] = [
      { data: { done: [{ id: 5, name: 'main', time: 1.5 }], failed: [], total: 2, next: 5 } },
      { data: { done: [], failed: [failure], total: 2, next: 0 } },
    ];
    const { asked, dialog } = await begin(() => parts.shift() ?? {});

    expect(await dialog.findByText('Answered: 1, failed: 1.')).toBeTruthy();
    expect(dialog.getByText(/^1\.5/)).toBeTruthy();
    expect(dialog.getByRole('link', { name: 'broken' }).getAttribute('href')).toBe('/panel/channel?open=6');
    expect(asked.map(({ query }) => query)).toEqual(['limit=1&after=0', 'limit=1&after=5']);
    await userEvent.click(dialog.getByRole('button', { name: 'Close' }));
    await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('is stopped, and what was found stays', async () => {
    const part = { done: [], failed: [failure], total: 9000, next: 6 };
    const { asked, dialog } = await begin(() => {
      vi.stubGlobal('fetch', neverAnswers);
      return { data: part };
    });
    expect(await dialog.findByText(/^Answered: 0, failed: 1, left: 8999/)).toBeTruthy();

    await userEvent.click(dialog.getByRole('button', { name: 'Stop' }));

    expect(await dialog.findByText('Stopped at 1 of 9000.')).toBeTruthy();
    expect(dialog.getByRole('link', { name: 'broken' })).toBeTruthy();
    await dialog.findByRole('button', { name: 'Close' });
    expect(asked).toHaveLength(1);
  });
});

describe('priority and weight in the list', () => {
  const edit = async (name: RegExp, text: string) => {
    await userEvent.click(await screen.findByRole('button', { name }));
    await userEvent.clear(await screen.findByRole('spinbutton'));
    await userEvent.keyboard(text);
  };

  it('are saved by Enter or the tick, with the state that was shown', async () => {
    const asked = await openList({ 'PUT /api/channel/': { data: channel } });
    await edit(/^Change the priority of main/, '7{Enter}');
    expect(await screen.findByText('Channel main saved')).toBeTruthy();
    expect(screen.queryByRole('spinbutton')).toBeNull();
    await edit(/^Change the weight of main/, '3');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await vi.waitFor(() => expect(screen.queryByRole('spinbutton')).toBeNull());

    const one = { call: 'PUT /api/channel/', ifMatch: '"5"' };
    expect(asked).toEqual([
      { ...one, body: { id: 5, priority: 7 } },
      { ...one, body: { id: 5, weight: 3 } },
    ]);
  });

  it('are edited by a click anywhere in their cell, which opens nothing else', async () => {
    await openList({});
    const button = await screen.findByRole('button', { name: /^Change the priority of main/ });
    const cell = button.closest('td') as HTMLElement;
    await userEvent.click(cell);
    const field = await screen.findByRole('spinbutton', { name: 'Priority of main' });
    await userEvent.type(field, '8');
    await userEvent.click(cell);
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.getByRole('spinbutton', { name: 'Priority of main' })).toBe(field);
  });

  it('are left by Escape, and are not sent when they cannot be or stay as they are', async () => {
    const asked = await openList({});
    await edit(/^Change the weight of main/, '0{Enter}');
    expect((await screen.findByRole('alert')).textContent).toBe('Must be at least 1.');
    await userEvent.keyboard('{Escape}');
    await vi.waitFor(() => expect(screen.queryByRole('spinbutton')).toBeNull());
    await vi.waitFor(() =>
      expect(document.activeElement?.getAttribute('aria-label')).toBe('Change the weight of main, now 1'),
    );
    await edit(/^Change the priority of main/, '0{Enter}');
    await vi.waitFor(() => expect(screen.queryByRole('spinbutton')).toBeNull());
    expect(asked).toEqual([]);
  });

  it('tell of somebody else’s change, and are saved over it only after that', async () => {
    const rows = [channel, { ...channel, priority: 2, etag: '"new"' }];
    let lists = 0;
    const asked = await openList({
      'GET /api/channel/': () => pageOf([rows[Math.min(lists++, 1)] as ChannelRow]),
      'PUT /api/channel/': () =>
        asked.length === 1 ? { status: 412, code: 'request.changed_meanwhile' } : { data: channel },
    });
    await edit(/^Change the priority of main/, '7{Enter}');
    expect(
      await screen.findByText('Someone else changed this in the meantime. Nothing was saved.'),
    ).toBeTruthy();
    const field = screen.getByRole<HTMLInputElement>('spinbutton', { name: 'Priority of main' });
    expect(field.value).toBe('7');
    await vi.waitFor(() => expect(lists).toBe(2));

    await userEvent.type(field, '{Enter}');

    expect(await screen.findByText('Channel main saved')).toBeTruthy();
    expect(asked.map(({ ifMatch }) => ifMatch)).toEqual(['"5"', '"new"']);
  });

  it('of a tag go to all of its channels', async () => {
    const tag = { ...channel, tag: 'acme', tag_channels: { total: 2, enabled: 2 } };
    const asked = await openList({
      'GET /api/channel/': pageOf([tag]),
      'PUT /api/channel_tag/acme/priority': { data: 2 },
    });
    await edit(/^Change the priority of acme/, '4{Enter}');
    await vi.waitFor(() =>
      expect(asked).toEqual([{ call: 'PUT /api/channel_tag/acme/priority', body: { value: 4 } }]),
    );
    expect(await screen.findByText('Channels of acme saved (2)')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Change the weight/ })).toBeNull();
  });
});

describe('the list of channels', () => {
  it.each([
    ['/', 'filter_tag=0'],
    ['/?filter_tag=1', 'filter_tag=1'],
    ['/?filter_tag=3', undefined],
    ['/?tag=acme', undefined],
  ])('of %s asks for tags as %s', async (address, part) => {
    const lists: string[] = [];
    await loadTexts('channel');
    vi.stubGlobal('fetch', async (asked: string) => {
      if (asked.startsWith('/api/channel/?')) lists.push(asked);
      const data = asked.startsWith('/api/channel/?') ? pageOf([]).data : [];
      return Response.json({ success: true, message: '', data });
    });
    await renderPart(<ChannelPage />, { address, self: { id: 1, role: 100 } });
    await vi.waitFor(() => expect(lists).toHaveLength(1));
    expect(/filter_tag=\d/.exec(lists[0] ?? '')?.[0]).toBe(part);
  });
});
