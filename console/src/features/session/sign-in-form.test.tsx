import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { useVisitor } from '../../api/self.ts';
import { loadTexts } from '../../i18n/i18n.ts';
import { renderPart } from '../../ui/test/test-screen.tsx';
import { serve } from '../../ui/test/test-server.ts';
import { toastQueue } from '../../ui/toast/toast.ts';
import { ToastHost } from '../../ui/toast/toast-host.tsx';
import { SignInForm } from './sign-in-form.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  for (const { id } of [...toastQueue.shown()]) toastQueue.close(id);
});

/** The form goes away with the sign-in. */
const Page = () => (useVisitor().data ? null : <SignInForm onCodeAsked={() => {}} />);

it('says that the sign-in succeeded, and only then', async () => {
  let failure: { code?: string } = { code: 'session.wrong_credentials' };
  serve({
    'POST /api/user/login': () => ({ data: { id: 1, role: 1 }, ...failure }),
    'GET /api/user/self': { data: { id: 1, role: 1 } },
  });
  await loadTexts('session');
  await renderPart(
    <>
      <Page />
      <ToastHost />
    </>,
  );
  await userEvent.type(await screen.findByRole('textbox', { name: 'User name or e-mail' }), 'ann');
  await userEvent.type(screen.getByLabelText('Password'), 'a password');

  await userEvent.click(screen.getByRole('button', { name: 'Sign in' }));
  await screen.findByRole('alert');
  expect(screen.queryByText('Signed in')).toBeNull();

  failure = {};
  await userEvent.click(screen.getByRole('button', { name: 'Sign in' }));
  expect(await screen.findByText('Signed in')).toBeTruthy();
});
