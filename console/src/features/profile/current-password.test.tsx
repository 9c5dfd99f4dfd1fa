import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { loadTexts } from '../../i18n/i18n.ts';
import { renderPart } from '../../ui/test/test-screen.tsx';
import { serve } from '../../ui/test/test-server.ts';
import { AuthenticatorDialog } from './authenticator-dialog.tsx';
import { EmailDialog } from './email-dialog.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const account = { id: 7, username: 'ann', email: '' };
const begin = 'POST /api/user/authenticator/begin';

async function openSetUp(has_password: boolean) {
  const asked = serve({ [begin]: { data: { secret: 'JBSWY3DPEHPK3PXP', address: 'otpauth://totp/x' } } });
  await loadTexts('profile');
  await renderPart(<AuthenticatorDialog onClose={() => {}} />, { self: { ...account, has_password } });
  await userEvent.click(await screen.findByRole('button', { name: 'Next' }));
  return asked;
}

it('begins the set-up with the password', async () => {
  const asked = await openSetUp(true);
  expect(await screen.findByText('Required.')).toBeTruthy();
  expect(asked).toEqual([]);
  await userEvent.type(screen.getByLabelText('Current password'), 'old-secret{Enter}');
  await screen.findByText(/^Scan the QR code/);
  expect(asked).toEqual([{ call: begin, body: { current_password: 'old-secret' } }]);
});

it('begins the set-up at once where the account has no password', async () => {
  const asked = await openSetUp(false);
  await screen.findByText(/^Scan the QR code/);
  expect(asked).toEqual([{ call: begin, body: {} }]);
});

it('does not ask for a password before an e-mail address is added where the account has none', async () => {
  const asked = serve({ 'POST /api/oauth/email/bind': {} });
  const onClose = vi.fn();
  const self = { ...account, has_password: false } as Parameters<typeof EmailDialog>[0]['self'];
  await renderPart(<EmailDialog self={self} onClose={onClose} />);
  await userEvent.type(await screen.findByRole('textbox', { name: 'E-mail' }), 'ann@mail.test');
  await userEvent.type(screen.getByRole('textbox', { name: 'Code from the e-mail' }), '123456');
  expect(screen.queryByLabelText('Current password')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Add e-mail' }));

  await vi.waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(asked).toEqual([
    { call: 'POST /api/oauth/email/bind', body: { email: 'ann@mail.test', code: '123456' } },
  ]);
});
