import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { role } from '@turnpike/contract';
import { Route, Routes, useLocation } from 'react-router';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { setSessionState } from '../api/session-state.ts';
import { renderPart } from '../ui/test/test-screen.tsx';
import { RequireRole, RequireUser } from './guards.tsx';

const someone = (roleNumber: number) => ({ id: 7, username: 'ann', role: roleNumber });

function Address() {
  const { pathname, search } = useLocation();
  return <p>{pathname + search}</p>;
}

const guarded = (
  <Routes>
    <Route path="/login" element={<Address />} />
    <Route
      path="/panel/secret"
      element={
        <RequireUser>
          <RequireRole needed="root">
            <label>
              Draft <input />
            </label>
          </RequireRole>
        </RequireUser>
      }
    />
  </Routes>
);

afterEach(() => {
  cleanup();
  setSessionState('alive');
  vi.unstubAllGlobals();
});

describe('the guards', () => {
  it('send a visitor to the sign-in and keep the whole wanted address', async () => {
    await renderPart(guarded, { address: '/panel/secret?open=3#end', self: null });
    expect(await screen.findByText('/login?next=%2Fpanel%2Fsecret%3Fopen%3D3%23end')).toBeTruthy();
  });

  it('say which right is missing', async () => {
    await renderPart(guarded, { address: '/panel/secret', self: someone(role.admin) });
    expect(await screen.findByText(/Only the root account can open it/)).toBeTruthy();
    expect(screen.queryByLabelText('Draft')).toBeNull();
  });

  it('let in whoever may', async () => {
    await renderPart(guarded, { address: '/panel/secret', self: someone(role.root) });
    expect(await screen.findByLabelText('Draft')).toBeTruthy();
  });

  it('keep a draft when the session ends, and go on with it after signing in again', async () => {
    const user = userEvent.setup();
    const self = someone(role.root);
    const sent: unknown[] = [];
    vi.stubGlobal('fetch', async (address: string, request: RequestInit) => {
      sent.push([address, JSON.parse(String(request.body))]);
      const data = address === '/api/status' ? { has_session: true } : self;
      return Response.json({ success: true, message: '', data });
    });
    await renderPart(guarded, { address: '/panel/secret', self });
    await user.type(await screen.findByLabelText('Draft'), 'half a sentence');

    setSessionState('ended');
    const password = await screen.findByLabelText('Password');
    expect(screen.getByRole('link', { name: 'Sign in another way' })).toBeTruthy();
    await user.type(password, 'correct horse{Enter}');

    await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(sent).toContainEqual(['/api/user/login', { username: 'ann', password: 'correct horse' }]);
    expect((screen.getByLabelText('Draft') as HTMLInputElement).value).toBe('half a sentence');
  });

  it('lead an account without a password to the sign-in page and back', async () => {
    const self = { ...someone(role.root), has_password: false };
    await renderPart(guarded, { address: '/panel/secret?open=3', self });
    setSessionState('ended');
    const link = await screen.findByRole('link', { name: 'Sign in' });
    expect(link.getAttribute('href')).toBe('/login?next=%2Fpanel%2Fsecret%3Fopen%3D3');
    expect(screen.queryByLabelText('Password')).toBeNull();
  });

  it('stop a page whose account was replaced in another tab', async () => {
    await renderPart(guarded, { address: '/panel/secret', self: someone(role.root) });
    setSessionState('replaced');
    expect(await screen.findByRole('dialog', { name: 'Another account is signed in' })).toBeTruthy();
  });
});
