import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ChannelView } from '@turnpike/contract';
import { Suspense } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { channelTypeExamples } from '../../ui/test/test-channel-types.ts';
import { renderPart } from '../../ui/test/test-screen.tsx';
import { type Answer, serve } from '../../ui/test/test-server.ts';
import { ChannelForm } from './channel-form.tsx';
import { ModelNewsMark } from './channel-model/model-news-mark.tsx';

const openAi = channelTypeExamples.find(({ id }) => id === 1)?.models ?? [];
const saved = {
  ...{ id: 5, type: 1, name: 'main', key_hint: 'sk-…1', models: 'gpt-4o,own-model', group: 'default' },
  ...{ weight: 1, priority: 0, base_url: '', other: '', tag: '', test_model: 'gpt-4o' },
  ...{ model_mapping: '{"alias":"+own-model"}', disabled_stream: [], only_chat: false },
  ...{ models_added: [], models_missing: [] },
  ...{ allow_private_network: false, dialects: ['openai-chat'], estimated_calls: 0, flagged_calls: 0 },
} as unknown as ChannelView;

async function openForm(id: 'new' | '5', row: Partial<ChannelView> = {}, list: Answer = { data: [] }) {
  const asked = serve({
    'POST /api/channel/provider_models_list': list,
    'POST /api/channel/models_seen/5': { data: saved },
    'GET /api/channel/health': { data: [] },
    'GET /api/channel/5': { data: { ...saved, ...row } },
    'GET /api/channel/types': { data: channelTypeExamples },
    'GET /api/channel/models': { data: [] },
    'GET /api/group/': { data: ['default'] },
    'PUT /api/channel/': { data: saved },
    'POST /api/channel/': { data: saved },
  });
  const onClose = vi.fn();
  await renderPart(
    <Suspense>
      <ChannelForm id={id} onClose={onClose} />
    </Suspense>,
    { self: { id: 1, role: 100 } },
  );
  await screen.findByRole('combobox', { name: 'Provider' });
  const save = async () => {
    await userEvent.click(screen.getByRole('button', { name: id === 'new' ? 'Add channel' : 'Save' }));
    await vi.waitFor(() => expect(onClose).toHaveBeenCalled());
    return asked.at(-1)?.body as Partial<ChannelView>;
  };
  return { save, asked };
}

const choose = (name: string) =>
  userEvent.selectOptions(screen.getByRole('combobox', { name: 'Provider' }), name);
const comparison = async (provider: string) =>
  within(await screen.findByRole('dialog', { name: `Models of ${provider}` }));
const closed = () =>
  vi.waitFor(() => expect(screen.queryByRole('dialog', { name: /^Models of/ })).toBeNull());

beforeEach(() => sessionStorage.clear());
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe('another provider for a channel', () => {
  it('brings its own models where nobody has chosen any', async () => {
    await openForm('new');
    await choose('Demo');
    expect(screen.getByRole('button', { name: 'demo-chat' })).toBeTruthy();
    expect(screen.queryByRole('dialog', { name: /^Models of/ })).toBeNull();
    expect(screen.getByLabelText<HTMLInputElement>(/^Test model/).value).toBe('demo-chat');
  });

  it('is compared with the models that were saved, and replaces what is ticked', async () => {
    const { save } = await openForm('5');
    await choose('Demo');
    const dialog = await comparison('Demo');
    expect(dialog.getByRole('group', { name: 'Add 2 of 2' })).toBeTruthy();
    expect(dialog.getByText('Mappings to models that would be removed: alias → +own-model')).toBeTruthy();

    await userEvent.click(dialog.getByRole('checkbox', { name: '+ demo-embedding' }));
    await userEvent.click(dialog.getByRole('checkbox', { name: '− own-model' }));
    expect(dialog.getByRole('group', { name: 'Remove 1 of 2' })).toBeTruthy();
    expect(dialog.queryByText(/^Mappings to models/)).toBeNull();
    await userEvent.click(dialog.getByRole('button', { name: 'Replace (+1 −1)' }));

    await closed();
    expect(await save()).toMatchObject({
      type: 1000,
      models: 'own-model,demo-chat',
      test_model: 'demo-chat',
    });
  });

  it('may leave the models as they are', async () => {
    const { save } = await openForm('5');
    await choose('Demo');
    await userEvent.click((await comparison('Demo')).getByRole('button', { name: 'Keep as it is' }));
    await closed();
    expect(await save()).toMatchObject({ type: 1000, models: saved.models, test_model: 'gpt-4o' });
  });

  it('may only add what is missing', async () => {
    const { save } = await openForm('5');
    await choose('Demo');
    await userEvent.click((await comparison('Demo')).getByRole('button', { name: 'Add missing (2)' }));
    await closed();
    expect(await save()).toMatchObject({ models: `${saved.models},demo-chat,demo-embedding` });
  });
});

describe('models of the same provider', () => {
  it('are compared when asked for, all or none of them', async () => {
    const { save } = await openForm('5');
    await userEvent.click(screen.getByRole('button', { name: 'Compare with OpenAI (+5 −1)' }));
    const dialog = await comparison('OpenAI');
    expect(dialog.getByText('Kept (1): gpt-4o')).toBeTruthy();
    expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Replace (+5 −0)' }).disabled).toBe(true);

    await userEvent.click(dialog.getByRole('checkbox', { name: 'Add 5 of 5' }));
    expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Add missing (0)' }).disabled).toBe(true);
    await userEvent.click(dialog.getByRole('checkbox', { name: 'Add 0 of 5' }));
    await userEvent.click(dialog.getByRole('checkbox', { name: 'Remove 0 of 1' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Replace (+5 −1)' }));

    await closed();
    expect((await save()).models?.split(',').sort()).toEqual([...openAi].sort());
    expect(screen.queryByRole('button', { name: /^Compare with/ })).toBeNull();
  });
});

describe('models that the provider lists', () => {
  const fetchList = () => userEvent.click(screen.getByRole('button', { name: 'Fetch from the provider' }));
  const dialogOf = async (name: string) => within(await screen.findByRole('dialog', { name }));

  it('are asked for with what the form holds, and only what is ticked is taken', async () => {
    const { save, asked } = await openForm('5', {}, { data: ['gpt-4o', 'own-model', 'new-1', 'new-2'] });
    await userEvent.type(screen.getByLabelText('Provider key'), 'sk-typed');
    await fetchList();
    const dialog = await dialogOf('Models listed by OpenAI (4)');
    expect(asked.at(-1)).toMatchObject({ body: { id: 5, type: 1, key: 'sk-typed', base_url: '' } });
    expect(asked.at(-1)?.body).not.toHaveProperty('models');
    expect(dialog.getByText('Kept (2): gpt-4o, own-model')).toBeTruthy();

    await userEvent.click(dialog.getByRole('checkbox', { name: '+ new-2' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Add missing (1)' }));

    await vi.waitFor(() => expect(screen.queryByRole('dialog', { name: /^Models that/ })).toBeNull());
    expect((await save()).models).toBe('gpt-4o,own-model,new-2');
  });

  it('have what the channel asks for by another name', async () => {
    await openForm('5', { models: 'gpt-4o,alias' }, { data: ['gpt-4o', 'own-model'] });
    await fetchList();
    const dialog = await dialogOf('Models listed by OpenAI (2)');
    expect(dialog.getByText('The channel already has exactly these models.')).toBeTruthy();
    expect(dialog.queryAllByRole('checkbox')).toEqual([]);
  });

  it('are searched where there are many, and ticked as they are found', async () => {
    const many = Array.from({ length: 300 }, (_, at) => `model-${at}`);
    await openForm('5', { models: 'gpt-4o' }, { data: [...many, 'gpt-4o'] });
    await fetchList();
    const dialog = await dialogOf('Models listed by OpenAI (301)');
    expect(dialog.getByText('100 more: search to find them.')).toBeTruthy();

    await userEvent.type(dialog.getByRole('searchbox', { name: 'Search models' }), 'L-29');
    await userEvent.click(dialog.getByRole('checkbox', { name: 'Add 0 of 300' }));

    expect(dialog.getByRole('checkbox', { name: '+ model-299' })).toBeTruthy();
    expect(dialog.getByRole('button', { name: 'Add missing (11)' })).toBeTruthy();
  });

  it('may be none, or not be told', async () => {
    await openForm('5');
    await fetchList();
    expect(await screen.findByText('The provider lists no models.')).toBeTruthy();
    cleanup();
    await openForm('5', {}, { code: 'channel.no_model_list' });
    await fetchList();
    expect(await screen.findByText('This provider does not offer a list of its models.')).toBeTruthy();
    cleanup();
    const fields = [{ field: 'base_url', code: 'channel.private_network' }];
    await openForm('5', {}, { code: 'channel.private_network', fields });
    await fetchList();
    expect(await screen.findByText(/^This address is in a private network\./)).toBeTruthy();
    expect(screen.queryByText('req_1')).toBeNull();
  });

  it('are not offered where the provider has no list', async () => {
    await openForm('5', { type: 3, base_url: 'https://azure.example' });
    expect(screen.queryByRole('button', { name: 'Fetch from the provider' })).toBeNull();
  });
});

describe('what has changed at the provider', () => {
  const changed = { models_added: ['new-1', 'new-2'], models_missing: ['own-model'] };
  const told = 'New at the provider: new-1, new-2. No longer listed by the provider: own-model.';

  it('is taken as it is ticked', async () => {
    const { save } = await openForm('5', changed);
    expect(await screen.findByText(told)).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Compare' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Changes at OpenAI' }));
    await userEvent.click(dialog.getByRole('checkbox', { name: '− own-model' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Replace (+2 −1)' }));
    await vi.waitFor(() => expect(screen.queryByRole('dialog', { name: /^Changes at/ })).toBeNull());
    expect(screen.queryByText(/^New at the provider/)).toBeNull();
    expect((await save()).models).toBe('gpt-4o,new-1,new-2');
  });

  it('is dismissed, and what was typed stays', async () => {
    const { asked } = await openForm('5', changed);
    await userEvent.type(screen.getByRole('textbox', { name: 'Name' }), ' eu');
    await userEvent.click(await screen.findByRole('button', { name: 'Dismiss' }));
    await vi.waitFor(() => expect(screen.queryByText(told)).toBeNull());
    expect(asked.at(-1)?.call).toBe('POST /api/channel/models_seen/5');
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Name' }).value).toBe('main eu');
  });

  it('is told in the list too', async () => {
    await renderPart(<ModelNewsMark channel={changed} />);
    const name =
      '2 new models at the provider: new-1, new-2. 1 model no longer listed by the provider: own-model.';
    const mark = await screen.findByRole('img', { name });
    expect(mark.textContent).toBe('+2 −1');
    await userEvent.hover(mark);
    expect((await screen.findByRole('tooltip')).textContent).toBe(name);
    cleanup();
    const { container } = await renderPart(
      <ModelNewsMark channel={{ models_added: [], models_missing: [] }} />,
    );
    expect(container.textContent).toBe('');
  });
});

describe('what a custom channel speaks', () => {
  const custom = { type: 8, base_url: 'https://up.example' };
  const apis = async () => within(await screen.findByRole('group', { name: 'APIs of this address' }));

  it('is chosen among the APIs by keyboard, and saved', async () => {
    const { save } = await openForm('5', custom);
    const group = await apis();
    const box = (name: string) => group.getByRole<HTMLInputElement>('checkbox', { name });
    expect(box('OpenAI Chat Completions').checked).toBe(true);

    box('OpenAI Chat Completions').focus();
    await userEvent.keyboard(' {Tab}{Tab} {Tab} ');

    expect(box('OpenAI Chat Completions').checked).toBe(false);
    expect((await save()).dialects).toEqual(['anthropic-messages', 'gemini']);
  });

  it('is one API at least', async () => {
    await openForm('5', custom);
    await userEvent.click((await apis()).getByRole('checkbox', { name: 'OpenAI Chat Completions' }));
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect((await (await apis()).findByRole('alert')).textContent).toBe('Required.');
  });

  it('is not asked where the provider says it', async () => {
    await openForm('5');
    expect(screen.queryByRole('group', { name: 'APIs of this address' })).toBeNull();
    await choose('OpenAI compatible');
    expect(await apis()).toBeTruthy();
  });
});

describe('several keys', () => {
  const keysField = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Provider key' });
  const openSeveral = async () => {
    const opened = await openForm('new');
    await userEvent.type(screen.getByRole('textbox', { name: 'Name' }), 'acme');
    await userEvent.click(await screen.findByRole('switch', { name: 'Several keys' }));
    return opened;
  };

  it('make one channel with all of them, or as many channels', async () => {
    const { save } = await openSeveral();
    await userEvent.click(await keysField());
    await userEvent.paste('sk-one\nsk-two');
    expect(screen.getByText('One key per line, 1000 at most.')).toBeTruthy();
    expect(await save()).toMatchObject({ name: 'acme', key: 'sk-one\nsk-two', key_mode: 'one_channel' });
    cleanup();

    const again = await openSeveral();
    await userEvent.click(await keysField());
    await userEvent.paste('sk-one\nsk-two');
    await userEvent.click(screen.getByRole('radio', { name: 'One channel each' }));
    expect(screen.getByText(/named acme_2, acme_3/)).toBeTruthy();
    expect(screen.getByText('One key per line, 100 at most.')).toBeTruthy();
    expect(await again.save()).toMatchObject({ key_mode: 'channels' });
  });

  it('are tried with the kind of request that is chosen next to the model, which is not saved', async () => {
    const { asked, save } = await openSeveral();
    const run = () => userEvent.click(screen.getByRole('button', { name: 'Test connection' }));
    await userEvent.click(await keysField());
    await userEvent.paste('sk-one');
    await run();
    await vi.waitFor(() => expect(asked.length).toBe(1));
    expect(asked[0]?.body).not.toHaveProperty('kind');
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Kind of request' }), 'Rerank');
    await run();
    await vi.waitFor(() => expect(asked.at(-1)?.body).toMatchObject({ kind: 'rerank' }));
    expect(await save()).not.toHaveProperty('kind');
  });

  it('are tried by the first of them', async () => {
    const { asked } = await openSeveral();
    await userEvent.click(await keysField());
    await userEvent.paste('\nsk-one\nsk-two');
    await userEvent.click(screen.getByRole('button', { name: 'Test connection' }));
    await vi.waitFor(() => expect(asked.at(-1)?.body).toMatchObject({ key: 'sk-one' }));
  });

  it('name the line of what is wrong, here and at the server', async () => {
    const { asked } = await openSeveral();
    await userEvent.click(await keysField());
    await userEvent.paste('sk-one\nｓｋ');
    await userEvent.click(screen.getByRole('button', { name: 'Add channel' }));
    const wrong = await screen.findByText(
      'Line 2: Only plain letters, digits and symbols, without line breaks.',
    );
    expect(wrong.getAttribute('role')).toBe('alert');
    expect(asked).toEqual([]);

    await userEvent.clear(await keysField());
    await userEvent.paste('sk-one\nsk-two');
    serve({
      'POST /api/channel/': {
        ...{ code: 'channel.key_line', fields: [{ field: 'key.2', code: 'channel.key_parts' }] },
      },
    });
    await userEvent.click(screen.getByRole('button', { name: 'Add channel' }));
    expect(await screen.findByText(/^Line 2: The key of this provider/)).toBeTruthy();
  });

  it('are one again when the switch is turned off, and not asked of a saved channel', async () => {
    await openSeveral();
    await userEvent.click(await keysField());
    await userEvent.paste('sk-one\nsk-two');
    await userEvent.click(screen.getByRole('switch', { name: 'Several keys' }));
    expect(screen.getByLabelText<HTMLInputElement>('Provider key').value).toBe('sk-one');
    cleanup();
    await openForm('5');
    await screen.findByRole('button', { name: 'Save' });
    expect(screen.queryByRole('switch', { name: 'Several keys' })).toBeNull();
  });
});

describe('the draft of a channel', () => {
  it('is filled in without the key', async () => {
    await openForm('5');
    await userEvent.type(screen.getByLabelText('Provider key'), 'sk-very-secret');
    await userEvent.type(screen.getByRole('textbox', { name: 'Name' }), ' eu');
    window.dispatchEvent(new Event('pagehide'));
    expect(JSON.stringify({ ...sessionStorage })).toContain('main eu');
    expect(JSON.stringify({ ...sessionStorage })).not.toContain('very-secret');

    cleanup();
    const { save } = await openForm('5');
    expect(screen.getByText('Passwords and keys are not kept. Enter them again.')).toBeTruthy();
    expect(await save()).toMatchObject({ name: 'main eu', key: '', models: saved.models });
    await vi.waitFor(() => expect(sessionStorage.length).toBe(0));
  });
});

describe('a channel whose provider reports badly', () => {
  it('shows how many calls were estimated and flagged', async () => {
    await openForm('5', { estimated_calls: 1234, flagged_calls: 7 });
    const usage = within(screen.getByRole('region', { name: 'Usage reported by the provider' }));
    expect(usage.getByText('1,234')).toBeTruthy();
    expect(usage.getByText('7')).toBeTruthy();
  });
});

describe('what is set for a provider', () => {
  const openMore = () => userEvent.click(screen.getByRole('button', { name: 'More' }));

  it('is asked for by its description, and saved as one text', async () => {
    const { save } = await openForm('5', { type: 16, plugin: '{"retrieval":{"knowledge_id":"1"}}' });
    await openMore();
    const base = await screen.findByLabelText<HTMLInputElement>(/^Knowledge base/);
    expect(base.value).toBe('1');
    await userEvent.clear(base);
    await userEvent.click(screen.getByRole('switch', { name: 'Search the web' }));
    expect(await save()).toMatchObject({ plugin: '{"web_search":{"enable":true}}' });
  });

  it('does not go along to another provider, and comes back with its own', async () => {
    const plugin = '{"retrieval":{"knowledge_id":"1"}}';
    const { save } = await openForm('5', { type: 16, plugin });
    await openMore();
    await choose('DeepSeek');
    await userEvent.click((await comparison('DeepSeek')).getByRole('button', { name: 'Keep as it is' }));
    await closed();
    expect(screen.queryByLabelText(/^Knowledge base/)).toBeNull();
    await choose('Zhipu (GLM)');
    expect((await screen.findByLabelText<HTMLInputElement>(/^Knowledge base/)).value).toBe('1');
    await choose('DeepSeek');
    await userEvent.click((await comparison('DeepSeek')).getByRole('button', { name: 'Keep as it is' }));
    await closed();
    expect(await save()).toMatchObject({ type: 28, plugin: '' });
  });
});

describe('cost ratios of single models', () => {
  const open = async (row: Partial<ChannelView> = {}) => {
    const form = await openForm('5', row);
    await userEvent.click(screen.getByRole('button', { name: 'More' }));
    return form;
  };
  const type = (label: string, text: string) => userEvent.type(screen.getByLabelText(label), text);

  it('are added, changed and removed by the row', async () => {
    const { save } = await open({ model_cost_ratios: { 'gpt-4o': 0.5, 'own-model': 2 } });
    await userEvent.clear(screen.getByLabelText('Ratio, row 1'));
    await type('Ratio, row 1', '0,25');
    const table = screen.getByLabelText('Ratio, row 2').closest('div')?.parentElement as HTMLElement;
    await userEvent.click(within(table).getByRole('button', { name: 'Remove row 2' }));
    await userEvent.click(screen.getByRole('button', { name: 'Add model' }));
    await type('Model, row 2', 'o3.1');
    expect(screen.getByText('This channel does not request this model. Check the name.')).toBeTruthy();
    await type('Ratio, row 2', '0');

    expect((await save()).model_cost_ratios).toEqual({ 'gpt-4o': 0.25, 'o3.1': 0 });
  });

  it('are not sent while a row is wrong, and the row says why', async () => {
    const { asked } = await open({ model_cost_ratios: { 'gpt-4o': 0.5 } });
    await userEvent.click(screen.getByRole('button', { name: 'Add model' }));
    await type('Model, row 2', 'gpt-4o');
    await type('Ratio, row 2', '1');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));

    expect(await screen.findByText('This model is already in another row.')).toBeTruthy();
    expect(asked.filter(({ call }) => call === 'PUT /api/channel/')).toEqual([]);
    await userEvent.clear(screen.getByLabelText('Model, row 2'));
    await type('Model, row 2', 'own-model');
    await vi.waitFor(() => expect(screen.queryByText('This model is already in another row.')).toBeNull());
  });
});
