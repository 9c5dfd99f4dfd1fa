import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { loadTexts } from '../../i18n/i18n.ts';
import { renderPart } from '../../ui/test/test-screen.tsx';
import { serve } from '../../ui/test/test-server.ts';
import { TokenKeyDialog } from './token-key-dialog.tsx';

afterEach(() => {
  cleanup();
  localStorage.clear();
  vi.unstubAllGlobals();
});

const model = (input: number) => ({
  groups: ['default'],
  owned_by: 'Acme',
  price: { type: 'tokens', input, output: input },
});

const token = { name: 'bot', allowed_models: ['gpt-5-*', 'claude-*'], group: '', spare_groups: [] };
const self = { id: 1, role: 1, group: 'default' };

async function openDialog(isNew: boolean) {
  await loadTexts('token');
  serve({
    'GET /api/available_model': {
      data: { 'claude-haiku-4-5': model(3), 'gpt-5-mini': model(2), 'gpt-4o': model(1) },
    },
  });
  await renderPart(<TokenKeyDialog token={token} tokenKey="sk-secret" isNew={isNew} onClose={vi.fn()} />, {
    self,
  });
  return userEvent.setup();
}

it('shows the settings of the chosen client with a model that the key may use, and remembers the client', async () => {
  const user = await openDialog(true);
  const terminal = await screen.findByRole('region', { name: 'Terminal' });
  await vi.waitFor(() => expect(terminal.textContent).toContain('"model": "gpt-5-mini"'));
  expect(terminal.textContent).toContain('Bearer sk-secret');

  await user.selectOptions(screen.getByRole('combobox', { name: 'Client' }), 'Claude Code');

  const settings = () => screen.getByRole('region', { name: '~/.claude/settings.json' }).textContent;
  expect(settings()).toContain('"ANTHROPIC_MODEL": "claude-haiku-4-5"');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Model' }), 'gpt-5-mini');
  expect(settings()).toContain('"ANTHROPIC_MODEL": "gpt-5-mini"');
  expect(localStorage.getItem('keyClient')).toBe('claude-code');
});

it('masks the key of a row, copies it in full, and opens a client by its link', async () => {
  const opened: string[] = [];
  vi.stubGlobal('open', (address: string) => void opened.push(address));
  localStorage.setItem('keyClient', 'n8n');
  const user = await openDialog(false);
  await user.click(await screen.findByRole('button', { name: 'Copy API Key' }));
  expect(await navigator.clipboard.readText()).toBe('sk-secret');
  expect(document.body.textContent).not.toContain('sk-secret');

  await user.click(screen.getByRole('switch', { name: /Show key/ }));
  expect(document.body.textContent).toContain('sk-secret');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Client' }), 'NextChat');
  await user.click(screen.getByRole('button', { name: 'Open in NextChat' }));
  expect(opened.map(decodeURIComponent)).toEqual([
    `https://app.nextchat.club/#/?settings={"key":"sk-secret","url":"${window.location.origin}"}`,
  ]);
});
