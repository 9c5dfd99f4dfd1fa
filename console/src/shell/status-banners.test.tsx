import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { version } from '@turnpike/contract/version';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { renderPart } from '../ui/test-screen.tsx';
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

  it('ask for a reload when a screen of this page is gone from the server', async () => {
    await renderPart(<StatusBanners />);
    act(() => void window.dispatchEvent(new Event('vite:preloadError')));
    expect(reload()).toBeTruthy();
  });
});
