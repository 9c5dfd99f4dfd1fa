import { act, cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { siteStatusQuery } from '../../api/site-status.ts';
import { loadTexts } from '../../i18n/i18n.ts';
import { renderPart } from '../test/test-screen.tsx';
import { useTurnstile } from './use-turnstile.tsx';

type Options = Record<string, unknown> & { callback: (token: string) => void };

let rendered: Options[];
let removed: string[];

beforeEach(() => {
  rendered = [];
  removed = [];
  vi.stubGlobal('turnstile', {
    render: (_: HTMLElement, options: Options) => `widget ${rendered.push(options)}`,
    remove: (id: string) => removed.push(id),
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

function Form() {
  const { token, isReady, check, renew } = useTurnstile('register');
  return (
    <>
      {check}
      <output>{isReady ? `ready ${token}` : 'not ready'}</output>
      <button type="button" onClick={renew}>
        Renew
      </button>
    </>
  );
}

/** @param result what becomes of Cloudflare's script */
async function show(result: 'load' | 'error', status: object = {}) {
  const added: HTMLScriptElement[] = [];
  vi.spyOn(document.head, 'append').mockImplementation((script) => {
    added.push(script as HTMLScriptElement);
    queueMicrotask(() => (script as HTMLScriptElement).dispatchEvent(new Event(result)));
  });
  await loadTexts('turnstile');
  const { client } = await renderPart(<Form />);
  act(() => {
    client.setQueryData(siteStatusQuery.queryKey, {
      ...{ turnstile_check: true, turnstile_site_key: 'site' },
      ...status,
    } as never);
  });
  return added;
}

it('says why nothing can be sent yet when the check cannot be loaded', async () => {
  await show('error');
  expect(await screen.findByText(/allow challenges.cloudflare.com in your browser/)).toBeTruthy();
  expect(screen.getByText('not ready')).toBeTruthy();
});

it('gives the token of the form, and another one after it was used', async () => {
  const added = await show('load');
  await vi.waitFor(() => expect(rendered).toHaveLength(1));
  expect(added.map(({ src }) => new URL(src).host)).toEqual(['challenges.cloudflare.com']);
  expect(rendered[0]).toMatchObject({ sitekey: 'site', action: 'register', theme: 'light', language: 'en' });
  expect(screen.getByText('Checking that you are human…')).toBeTruthy();
  expect(screen.getByText('not ready')).toBeTruthy();

  act(() => rendered[0]?.callback('first'));
  expect(screen.getByText('ready first')).toBeTruthy();
  expect(screen.queryByText('Checking that you are human…')).toBeNull();

  await userEvent.click(screen.getByRole('button', { name: 'Renew' }));
  await vi.waitFor(() => expect(rendered).toHaveLength(2));
  expect(removed).toEqual(['widget 1']);
  expect(screen.getByText('not ready')).toBeTruthy();
  act(() => rendered[1]?.callback('second'));
  expect(screen.getByText('ready second')).toBeTruthy();
});

it('loads nothing while the site has no check', async () => {
  const added = await show('load', { turnstile_check: false });
  expect(await screen.findByText('ready undefined')).toBeTruthy();
  expect(added).toEqual([]);
});
