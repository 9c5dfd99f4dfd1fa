import type { QueryClient } from '@tanstack/react-query';
import { act, cleanup } from '@testing-library/react';
import { type TokenView, tokenCalls, tokenStatus } from '@turnpike/contract';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { callApi } from '../../api/call-api.ts';
import { renderPart } from '../test/test-screen.tsx';
import { type Answer, serve } from '../test/test-server.ts';
import { useChange, useSwitch } from './entity-mutations.ts';
import { entityQueries } from './entity-queries.ts';

const things = entityQueries('thing', tokenCalls, { alsoChanges: [['self']] });
const rows = [1, 2].map((id) => ({ id, name: `thing ${id}`, status: 1, etag: `"${id}"` })) as TokenView[];
const [first, second] = rows as [TokenView, TokenView];
const pageOf = (data: TokenView[]) => ({ data, page: 1, size: 30, total_count: data.length });

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const statusOf = (isOn: boolean) => (isOn ? tokenStatus.enabled : tokenStatus.disabled);
const send = ({ id }: TokenView, isOn: boolean) =>
  callApi(tokenCalls.update, { query: { status_only: true }, input: { id, status: statusOf(isOn) } });
const useStatus = () => useSwitch(things, { send, patch: (isOn) => ({ status: statusOf(isOn) }) });
const useThingChange = () => useChange(things);

function Part<Result>({ useHook, result }: { useHook: () => Result; result: { current?: Result } }) {
  result.current = useHook();
  return null;
}

async function draw<Result>(useHook: () => Result): Promise<{ result: Result; client: QueryClient }> {
  const result: { current?: Result } = {};
  const { client } = await renderPart(<Part useHook={useHook} result={result} />);
  return { result: result.current as Result, client };
}

describe('the switch of a row', () => {
  const all = [...things.keys.pages, 'all'];
  const page = things.pageQuery({ page: 1 }).queryKey;
  async function openLists(answer: () => Answer) {
    serve({ 'PUT /api/token/': answer });
    const { result, client } = await draw(useStatus);
    client.setQueryData(page, pageOf(rows));
    client.setQueryData(all, rows);
    const shown = (key: readonly unknown[]) => {
      const listed = client.getQueryData<{ data: TokenView[] } | TokenView[]>(key) ?? [];
      return ('data' in listed ? listed.data : listed).map(({ status }) => status);
    };
    return { turn: result, shown };
  }

  it('is turned in every list before the server answers', async () => {
    const { turn, shown } = await openLists(() => ({ data: first }));
    let answered: Promise<unknown> | undefined;
    await act(async () => {
      answered = turn(first, false);
    });
    expect([shown(page), shown(all)]).toEqual([
      [2, 1],
      [2, 1],
    ]);
    await answered;
  });

  it('is turned back alone when the server refuses, whatever was switched since', async () => {
    const refusal = Promise.withResolvers<never>();
    const { turn, shown } = await openLists(() => ({ data: second }));
    const answer = fetch;
    vi.stubGlobal('fetch', (...[address, init]: Parameters<typeof fetch>) =>
      String(init?.body).includes('"id":1') ? refusal.promise : answer(address, init),
    );
    await act(async () => {
      const refused = turn(first, false).catch(() => 'refused');
      await turn(second, false);
      expect(shown(page)).toEqual([2, 2]);
      refusal.reject(new TypeError('Failed to fetch'));
      expect(await refused).toBe('refused');
    });
    expect([shown(page), shown(all)]).toEqual([
      [1, 2],
      [1, 2],
    ]);
  });
});

describe('a change', () => {
  it('sends the state that it started from, and has everything read again that shows it', async () => {
    const asked = serve({ 'PUT /api/token/': { data: first } });
    const { result, client } = await draw(useThingChange);
    const keys = [things.oneQuery(1).queryKey, ['self'], ['other']];
    for (const key of keys) client.setQueryData(key, {});

    await act(() => result.mutateAsync({ id: 1, name: 'new', etag: '"1"' }));

    expect(asked).toEqual([{ call: 'PUT /api/token/', body: { id: 1, name: 'new' }, ifMatch: '"1"' }]);
    expect(keys.map((key) => client.getQueryState(key)?.isInvalidated)).toEqual([true, true, false]);
  });
});
