import { QueryClient } from '@tanstack/react-query';
import { afterEach, expect, it, vi } from 'vitest';
import { noteSession, siteStatusQuery } from './site-status.ts';
import { readStoredSite } from './stored-site.ts';

const facts = {
  is_set_up: true,
  system_name: 'A',
  server_address: '',
  version: 'v1',
  logo: '',
  footer_html: '',
};

afterEach(() => {
  localStorage.clear();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

it('keeps a sign-in for a start at which the status does not come', () => {
  const client = new QueryClient();
  client.setQueryData(siteStatusQuery.queryKey, { ...facts, has_session: false } as never);
  noteSession(client, true);
  expect(readStoredSite()).toMatchObject({ has_session: true });
});

it.each(['null', '[]', '5', '{"is_set_up":true,"logo":{}}'])('takes no facts from %s', (stored) => {
  localStorage.setItem('siteInfo', stored);
  expect(readStoredSite()).toBeUndefined();
});

it('gives up the first answer after 10 seconds, so that a new visitor reads why nothing is there', async () => {
  vi.useFakeTimers();
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    const controller = new AbortController();
    setTimeout(() => controller.abort(new DOMException('late', 'TimeoutError')), ms);
    return controller.signal;
  });
  vi.stubGlobal(
    'fetch',
    (_: string, { signal }: RequestInit) =>
      new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason))),
  );
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const answer = client.fetchQuery(siteStatusQuery).catch((error) => error);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await answer).toMatchObject({ code: 'network.offline' });
  timeout.mockRestore();
});
