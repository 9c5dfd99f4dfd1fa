import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { loadTexts } from '../../i18n/i18n.ts';
import { renderPart } from '../../ui/test/test-screen.tsx';
import { serve } from '../../ui/test/test-server.ts';
import { TokenKeyDialog } from './token-key-dialog.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const model = (input: number) => ({
  groups: ['default'],
  owned_by: 'Acme',
  price: { type: 'tokens', input, output: input },
});

it('shows a call of a model that the key may use', async () => {
  await loadTexts('token');
  serve({ 'GET /api/available_model': { data: { 'claude-haiku-4-5': model(1), 'gpt-5-mini': model(2) } } });
  await renderPart(
    <TokenKeyDialog
      token={{ name: 'bot', allowed_models: ['gpt-5-*'], group: '', backup_group: '' }}
      tokenKey="sk-1"
      isNew
      onClose={vi.fn()}
    />,
    { self: { id: 1, role: 1, group: 'default' } },
  );
  const snippet = await screen.findByRole('tabpanel');
  await vi.waitFor(() => expect(snippet.textContent).toContain('"model": "gpt-5-mini"'));
});
