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

it('makes a random password', async () => {
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
  await press('Create user');
  await vi.waitFor(() => expect(onClose).toHaveBeenCalled());

  const [created] = asked.map(({ body }) => body as { password: string });
  expect(created).toMatchObject({ username: 'gina' });
  expect(created?.password).toMatch(/^[a-z2-9]{20}$/);
});
