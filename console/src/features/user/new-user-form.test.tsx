import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { role } from '@turnpike/contract';
import { Suspense } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { loadTexts } from '../../i18n/i18n.ts';
import { renderPart } from '../../ui/test/test-screen.tsx';
import { serve } from '../../ui/test/test-server.ts';
import { NewUserForm } from './user-form.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

/** Opens the form and names the new user. */
async function open() {
  const asked = serve({
    'GET /api/user_group_map': { data: {} },
    'POST /api/user/': { data: {} },
  });
  const onClose = vi.fn();
  await loadTexts('user');
  await renderPart(
    <Suspense>
      <NewUserForm onClose={onClose} />
    </Suspense>,
    { self: { id: 1, role: role.root } },
  );
  const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
  await userEvent.type(await screen.findByRole('textbox', { name: 'User name' }), 'gina');
  await press('Generate and copy a password');
  return {
    balance: screen.getByRole('textbox', { name: /^Opening balance/ }) as HTMLInputElement,
    async create() {
      await press('Create user');
      await vi.waitFor(() => expect(onClose).toHaveBeenCalled());
      return asked.map(({ body }) => body as { password: string; quota?: number })[0];
    },
  };
}

it('makes a random password, and leaves the opening balance to the settings', async () => {
  const { balance, create } = await open();
  await userEvent.type(balance, '3');
  await userEvent.clear(balance);
  expect(balance.value).toBe('');

  const created = await create();
  expect(created).toMatchObject({ username: 'gina' });
  expect(created?.password).toMatch(/^[a-z2-9]{20}$/);
  expect(created).not.toHaveProperty('quota');
});

it.each([
  ['2.5', 1_250_000],
  ['0', 0],
])('sends the opening balance that is typed: %s', async (typed, quota) => {
  const { balance, create } = await open();
  await userEvent.type(balance, typed);
  expect(await create()).toMatchObject({ quota });
});
