import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { version } from '@turnpike/contract/version';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { loadFile } from '../api/load-file.ts';
import { checkServer, watchServer } from '../api/server-watch.ts';
import { renderPart } from '../ui/test/test-screen.tsx';
import { StatusBanners } from './status-banners.tsx';

function serverRuns(served: string) {
  const data = { version: served, is_set_up: true };
  const answer = vi.fn(async () => Response.json({ success: true, message: '', data }));
  vi.stubGlobal('fetch', answer);
  return answer;
}

const reload = () => screen.queryByRole('button', { name: 'Reload' });

describe('the notices of the whole page', () => {
  beforeEach(() => localStorage.clear());
  afterEach(() => {
    cleanup();
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  it.each([
    { served: 'v0.15.0', isNew: true },
    { served: version, isNew: false },
    { served: '', isNew: false },
    { served: 'v0.0.0', isNew: false },
  ])('look up the version when the reader comes back: "$served"', async ({ served, isNew }) => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const answer = serverRuns(served);
    await renderPart(<StatusBanners />);
    expect(reload()).toBeNull();

    vi.setSystemTime(Date.now() + 120_000);
    fireEvent(window, new Event('visibilitychange'));
    // Kept once it has arrived.
    await waitFor(() => expect(localStorage.getItem('siteInfo')).toContain(`"version":"${served}"`));
    await act(async () => {});

    expect(answer).toHaveBeenCalledOnce();
    expect(reload() !== null).toBe(isNew);
  });

  it('say when there is no connection', async () => {
    await renderPart(<StatusBanners />);
    const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    act(() => void window.dispatchEvent(new Event('offline')));
    expect(await screen.findByText(/^You are offline\./)).toBeTruthy();
    online.mockReturnValue(true);
    act(() => void window.dispatchEvent(new Event('online')));
    await waitFor(() => expect(screen.queryByText(/^You are offline\./)).toBeNull());
    online.mockRestore();
  });

  it('say that the server cannot be reached until it answers, and ask at once when the browser is online', async () => {
    let answers = false;
    const data = { version, is_set_up: true };
    const ask = vi.fn(async () => {
      if (!answers) throw new TypeError('Failed to fetch');
      return Response.json({ success: true, message: '', data });
    });
    vi.stubGlobal('fetch', ask);
    const heard = vi.fn();
    watchServer(heard);
    await renderPart(<StatusBanners />);

    const answer = checkServer();
    expect(await screen.findByText(/^Server unreachable, retrying…/)).toBeTruthy();
    expect(heard).not.toHaveBeenCalled();
    answers = true;
    act(() => void window.dispatchEvent(new Event('online')));
    await act(() => answer);

    expect(screen.queryByText(/^Server unreachable/)).toBeNull();
    expect(heard).toHaveBeenCalledExactlyOnceWith(data, true);
    expect(reload()).toBeNull();
  });
});

describe('a file of the page that does not load', () => {
  afterEach(() => vi.unstubAllGlobals());
  const gone = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'));

  it.each([
    { served: 'v0.15.0', name: 'StaleFileError' },
    { served: version, name: 'TypeError' },
  ])('is out of date only where the server runs another version: $served', async ({ served, name }) => {
    serverRuns(served);
    watchServer(() => {});
    await expect(loadFile(gone)).rejects.toMatchObject({ name });
  });
});
