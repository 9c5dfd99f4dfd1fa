import { cleanup, screen } from '@testing-library/react';
import { Route, Routes } from 'react-router';
import { afterEach, expect, it, vi } from 'vitest';
import { loadTexts } from '../../i18n/i18n.ts';
import { renderPart } from '../../ui/test/test-screen.tsx';
import { serve } from '../../ui/test/test-server.ts';
import ProviderReturnPage from './provider-return-page.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.useRealTimers();
  sessionStorage.clear();
  localStorage.clear();
});

const show = async (address: string, self: object | null = null) => {
  await loadTexts('session');
  await renderPart(
    <Routes>
      <Route path="/oauth/:provider" element={<ProviderReturnPage />} />
      <Route path="/panel" element={<p>first page</p>} />
      <Route path="/panel/log" element={<p>wanted page</p>} />
      <Route path="/panel/profile" element={<p>profile page</p>} />
    </Routes>,
    { address, self },
  );
};
const account = { id: 7, username: 'ann', role: 1 };

it('signs in and opens the page that was wanted before the visit', async () => {
  sessionStorage.setItem('sign-in-next', '/panel/log');
  serve({ 'GET /api/oauth/github': { data: account }, 'GET /api/user/self': { data: account } });
  await show('/oauth/github?code=c&state=s');
  expect(await screen.findByText('wanted page')).toBeTruthy();
});

it('forgets the invitation once it has opened an account, and not before', async () => {
  localStorage.setItem('aff', 'ab12');
  for (const [is_new_account, kept] of [
    [false, 'ab12'],
    [true, null],
  ]) {
    const data = { ...account, is_new_account };
    serve({ 'GET /api/oauth/github': { data }, 'GET /api/user/self': { data: account } });
    await show('/oauth/github?code=c&state=s');
    expect(await screen.findByText('first page')).toBeTruthy();
    expect(localStorage.getItem('aff')).toBe(kept);
    cleanup();
  }
});

it.each([
  ['invitation.unknown', null],
  ['invitation.used_up', null],
  ['invitation.not_valid_now', null],
  ['oauth.code_refused', 'ab12'],
  ['registration.closed', 'ab12'],
])('after the refusal %s, the kept invitation is %s', async (code, kept) => {
  localStorage.setItem('aff', 'ab12');
  serve({ 'GET /api/oauth/github': { status: 400, code } });
  await show('/oauth/github?code=c&state=s');
  expect(await screen.findByRole('alert')).toBeTruthy();
  expect(localStorage.getItem('aff')).toBe(kept);
});

it('reads the account again if that fails, and does not repeat the sign-in', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (address: string) => {
    const [path = ''] = address.split('?');
    asked.push(path);
    if (asked.join() === '/api/oauth/github,/api/user/self') throw new TypeError('no connection');
    return Response.json({ success: true, message: '', data: account });
  });
  await show('/oauth/github?code=c&state=s');
  await screen.findByText('Something went wrong. Retrying (1)…');
  await vi.advanceTimersByTimeAsync(2000);
  expect(await screen.findByText('first page')).toBeTruthy();
  expect(asked).toEqual(['/api/oauth/github', '/api/user/self', '/api/user/self']);
});

it('leads nowhere else, whatever was kept', async () => {
  sessionStorage.setItem('sign-in-next', '//evil.example');
  serve({ 'GET /api/oauth/oidc': { data: account }, 'GET /api/user/self': { data: account } });
  await show('/oauth/oidc?code=c&state=s&iss=https://id.example&session_state=x');
  expect(await screen.findByText('first page')).toBeTruthy();
});

it('stays with a signed-in account until it is linked', async () => {
  serve({ 'GET /api/oauth/lark': { code: 'identity.taken', status: 409 } });
  await show('/oauth/lark?code=c&state=s', account);
  expect((await screen.findByRole('alert')).textContent).toContain('already linked to another account');
  expect(screen.getByRole('link', { name: 'Back to profile' })).toBeTruthy();
  cleanup();

  vi.stubGlobal('fetch', async () => Response.json({ success: true, message: 'bind' }));
  await show('/oauth/lark?code=c&state=s', account);
  expect(await screen.findByText('profile page')).toBeTruthy();
});

it('asks once, and again only without an answer, with the count', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  let count = 0;
  vi.stubGlobal('fetch', async (address: string) => {
    if (!address.startsWith('/api/oauth/'))
      return Response.json({ success: true, message: '', data: account });
    count += 1;
    if (count === 1) throw new TypeError('no connection');
    return Response.json({ success: false, message: '', code: 'oauth.unknown_state' }, { status: 403 });
  });
  await show('/oauth/github?code=c&state=s');
  expect((await screen.findByText('Something went wrong. Retrying (1)…')).textContent).toBeTruthy();
  await vi.advanceTimersByTimeAsync(2000);
  expect((await screen.findByRole('alert')).textContent).toContain('Start again');
  await vi.advanceTimersByTimeAsync(20_000);
  expect(count).toBe(2);
});
