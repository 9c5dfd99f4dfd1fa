import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { selfQuery } from './self.ts';
import { readSessionState, setSessionState } from './session-state.ts';
import { followSession } from './session-sync.ts';
import { siteStatusQuery } from './site-status.ts';

const ann = { id: 7, username: 'ann' };

describe('a session that changes in another tab', () => {
  let client: QueryClient;
  let stop: () => void;
  let otherTab: BroadcastChannel;

  beforeEach(() => {
    client = new QueryClient();
    client.setQueryData(siteStatusQuery.queryKey, { has_session: true } as never);
    client.setQueryData(selfQuery.queryKey, ann as never);
    stop = followSession(client);
    otherTab = new BroadcastChannel('turnpike-session');
  });
  afterEach(() => {
    otherTab.close();
    stop();
    setSessionState('alive');
    vi.unstubAllGlobals();
  });

  const serverKnows = (self: object) =>
    vi.stubGlobal('fetch', async () => Response.json({ success: true, message: '', data: self }));

  it('has ended here too, and what was known stays for the page', async () => {
    otherTab.postMessage('ended');
    await vi.waitFor(() => expect(readSessionState()).toBe('ended'));
    expect(client.getQueryData(selfQuery.queryKey)).toEqual(ann);
    expect(client.getQueryData(siteStatusQuery.queryKey)).toMatchObject({ has_session: false });
  });

  it('goes on when the same account signs in there', async () => {
    setSessionState('ended');
    serverKnows({ ...ann, quota: 5 });
    otherTab.postMessage('begun');
    await vi.waitFor(() => expect(readSessionState()).toBe('alive'));
    expect(client.getQueryData(selfQuery.queryKey)).toEqual({ ...ann, quota: 5 });
  });

  it('does not hand a page to another account', async () => {
    serverKnows({ id: 8, username: 'bob' });
    otherTab.postMessage('begun');
    await vi.waitFor(() => expect(readSessionState()).toBe('replaced'));
    expect(client.getQueryData(selfQuery.queryKey)).toEqual(ann);
  });
});
