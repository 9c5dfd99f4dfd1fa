import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { UserView } from '@turnpike/contract';
import { afterEach, expect, it, vi } from 'vitest';
import { loadTexts } from '../../i18n/i18n.ts';
import { renderPart } from '../../ui/test/test-screen.tsx';
import { serve } from '../../ui/test/test-server.ts';
import { BindingCard } from './binding-card.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it.each([
  ['ann@mail.test', 'ann@mail.test'],
  ['', 'Not set'],
])('shows what the account is bound to: "%s"', async (email, shown) => {
  serve({ 'GET /api/user/identity/': { data: [] } });
  await renderPart(<BindingCard self={{ email } as UserView} />);
  await loadTexts('profile');
  expect(await screen.findByRole('heading', { name: 'Account bindings' })).toBeTruthy();
  expect(screen.getByText('E-mail').nextElementSibling?.textContent).toBe(shown);
});

it('unlinks after a confirmation, also a provider that is turned off', async () => {
  const linked = {
    id: 5,
    provider: 'github',
    name: 'Octo Cat',
    email: '',
    created_time: 1,
    last_used_time: 1,
  };
  const asked = serve({
    'GET /api/user/identity/': { data: [linked] },
    'DELETE /api/user/identity/5': {},
  });
  await loadTexts('profile');
  await renderPart(<BindingCard self={{ email: '' } as UserView} />);

  await userEvent.click(await screen.findByRole('button', { name: 'Unlink GitHub' }));
  expect(asked).toEqual([]);
  const dialog = await screen.findByRole('dialog', { name: 'Unlink GitHub?' });
  await userEvent.click(within(dialog).getByRole('button', { name: 'Unlink GitHub' }));

  expect(asked).toEqual([{ call: 'DELETE /api/user/identity/5', body: null }]);
});
