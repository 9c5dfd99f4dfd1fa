import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { accessTokenCalls } from '@turnpike/contract';
import { afterEach, expect, it, vi } from 'vitest';
import type { ApiError } from '../api/api-error.ts';
import { callApi } from '../api/call-api.ts';
import { renderPart } from '../ui/test/test-screen.tsx';
import { serve } from '../ui/test/test-server.ts';
import { Confirmation } from './confirmation.tsx';

const make = 'POST /api/user/token';
const confirm = 'POST /api/user/confirmation';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

/** Makes the call of a screen. @returns its outcome, and what the server was asked */
async function begin(answers: Parameters<typeof serve>[0]) {
  const asked = serve(answers);
  await renderPart(<Confirmation />, { address: '/panel/profile', self: { id: 7, username: 'ann' } });
  const outcome = callApi(accessTokenCalls.renewUnnamed, {}).catch((error: ApiError) => error.code);
  return { asked, outcome };
}
const required = (proof: string) => ({
  ...{ status: 403, code: 'confirmation.required', action: 'sign_in_data', proof },
});

it('asks for the password of an account without a second factor, and the call goes on', async () => {
  const answers = [required('password'), { data: 'the token' }];
  const confirmations = [{ status: 403, code: 'user.wrong_password' }, { data: 'confirmed' }];
  const { asked, outcome } = await begin({
    [make]: () => answers.shift() ?? {},
    [confirm]: () => confirmations.shift() ?? {},
  });
  const dialog = within(await screen.findByRole('dialog', { name: 'Confirm that it is you' }));
  const password = await dialog.findByLabelText<HTMLInputElement>('Current password');
  expect(document.activeElement).toBe(password);
  await userEvent.click(dialog.getByRole('button', { name: 'Continue' }));
  await dialog.findByText('Required.');
  await userEvent.type(password, 'a guess{Enter}');
  await dialog.findByText('The current password is wrong.');
  expect(password.value).toBe('a guess');
  await userEvent.clear(password);
  await userEvent.type(password, 'right one{Enter}');

  expect(await outcome).toBe('the token');
  expect(screen.queryByRole('dialog')).toBeNull();
  const sent = (given: string) => ({ call: confirm, body: { action: 'sign_in_data', password: given } });
  expect(asked).toEqual([
    { call: make, body: null },
    ...[sent('a guess'), sent('right one')],
    { call: make, body: null },
  ]);
});

it('asks for a code where there is a second factor', async () => {
  const answers = [required('second_factor'), { data: 'the token' }];
  const { asked, outcome } = await begin({
    [make]: () => answers.shift() ?? {},
    [confirm]: { data: 'confirmed' },
  });
  await userEvent.type(await screen.findByLabelText('Code'), '123456{Enter}');
  expect(await outcome).toBe('the token');
  expect(asked[1]?.body).toEqual({ action: 'sign_in_data', code: '123456' });
});

it('fails where the person gives up', async () => {
  const { outcome } = await begin({ [make]: required('password') });
  await userEvent.click(await screen.findByRole('button', { name: 'Cancel' }));
  expect(await outcome).toBe('confirmation.required');
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('leads an account without both to a new sign-in, and back', async () => {
  const assign = vi.fn();
  vi.stubGlobal('location', { ...window.location, assign });
  const { asked } = await begin({
    [make]: { status: 403, code: 'session.too_old' },
    'POST /api/user/logout': {},
  });
  const dialog = within(await screen.findByRole('dialog', { name: 'Sign in again' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Sign in again' }));
  await vi.waitFor(() => expect(assign).toHaveBeenCalledWith('/login?next=%2Fpanel%2Fprofile'));
  expect(asked.at(-1)?.call).toBe('POST /api/user/logout');
});
