import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ChannelView } from '@turnpike/contract';
import { Suspense } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { channelTypeExamples } from '../../ui/test-channel-types.ts';
import { renderPart } from '../../ui/test-screen.tsx';
import { serve } from '../../ui/test-server.ts';
import ChannelForm from './channel-form.tsx';

const openAi = channelTypeExamples.find(({ id }) => id === 1)?.models ?? [];
const saved = {
  ...{ id: 5, type: 1, name: 'main', key_hint: 'sk-…1', models: 'gpt-4o,own-model', group: 'default' },
  ...{ weight: 1, priority: 0, base_url: '', other: '', tag: '', test_model: 'gpt-4o' },
  ...{ model_mapping: '{"alias":"+own-model"}', disabled_stream: [], only_chat: false },
  ...{ allow_private_network: false, dialects: ['openai-chat'], estimated_calls: 0, flagged_calls: 0 },
} as unknown as ChannelView;

async function openForm(id: 'new' | '5', row: Partial<ChannelView> = {}) {
  const asked = serve({
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
  return { save };
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
    expect(dialog.getByText('Mappings that name models to be removed: alias → +own-model')).toBeTruthy();

    await userEvent.click(dialog.getByRole('checkbox', { name: '+ demo-embedding' }));
    await userEvent.click(dialog.getByRole('checkbox', { name: '− own-model' }));
    expect(dialog.getByRole('group', { name: 'Remove 1 of 2' })).toBeTruthy();
    expect(dialog.queryByText(/^Mappings that name/)).toBeNull();
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
    expect(screen.getByText('Passwords and keys are not kept: type them again.')).toBeTruthy();
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
