import { focusManager } from '@tanstack/react-query';
import { act, cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { role } from '@turnpike/contract';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { loadTexts } from '../../i18n/i18n.ts';
import { renderPart } from '../../ui/test/test-screen.tsx';
import LogPage from './log-page.tsx';

const page = { data: [], page: 1, size: 50, total_count: 0, next_cursor: null };

const sum = { quota: 1_500_000, request_count: 1234, prompt_tokens: 50_000, completion_tokens: 6789 };

describe('the log, by a request id', () => {
  const refused = {
    ...{
      id: 1,
      minute: 1_800_000_000,
      user_id: 1,
      username: 'ann',
      token_id: 4,
      token_name: 'laptop',
      count: 9,
    },
    reason: 'quota.budget_spent',
    examples: [
      {
        ...{ request_id: 'req_2', time: 1_800_000_002, source_ip: '203.0.113.7', path: '/v1/messages' },
        ...{ model: 'm1', message: 'The budget of this API key per day for m1 does not pay for this call.' },
      },
    ],
  };
  const sentence = 'This call was refused before it reached a channel. It cost nothing.';
  beforeEach(() => loadTexts('log'));
  afterEach(() => {
    cleanup();
    vi.unstubAllGlobals();
  });

  /** Gives back what the refused calls were asked. */
  async function open(search: string, data: object[]): Promise<string[]> {
    const asked: string[] = [];
    vi.stubGlobal('fetch', async (address: string) => {
      if (address.startsWith('/api/refused_call/')) asked.push(address);
      const answer = address.startsWith('/api/refused_call/') ? { ...page, data } : page;
      const isList = /^\/api\/(refused_call|log)\/self(\?|$)/.test(address);
      return Response.json({ success: true, message: '', data: isList ? answer : {} });
    });
    await renderPart(<LogPage />, { address: `/panel/log${search}`, self: { id: 1, role: role.common } });
    await screen.findByText(
      /^(Nothing matches these filters|No calls in the last seven days|This call was refused .*)$/,
    );
    return asked;
  }

  it('says what refused a call that never reached a channel', async () => {
    const asked = await open('?request_id=req_2', [refused]);
    expect(await screen.findByText(sentence)).toBeTruthy();
    for (const text of [refused.examples[0]?.message ?? '', 'laptop', 'm1', 'req_2'])
      expect(screen.getByText(text)).toBeTruthy();
    expect(asked).toEqual(['/api/refused_call/self?request_id=req_2&size=1']);
  });

  it('says nothing more where no call was refused under it, and asks for none without an id', async () => {
    expect(await open('?request_id=req_3', [])).toHaveLength(1);
    expect(screen.queryByText(sentence)).toBeNull();

    cleanup();
    expect(await open('', [refused])).toEqual([]);
  });
});

describe('the log, live', () => {
  let asked: string[] = [];
  beforeEach(async () => {
    asked = [];
    vi.useFakeTimers({ shouldAdvanceTime: true });
    vi.stubGlobal('fetch', async (address: string) => {
      const isSum = address.startsWith('/api/log/self/stat');
      if (address.startsWith('/api/log/') && !isSum) asked.push(address);
      const groups = address === '/api/user_group_map' ? { vip: { symbol: 'vip', name: 'Fast lane' } } : {};
      const data = isSum ? sum : address.startsWith('/api/log/') ? page : groups;
      return Response.json({ success: true, message: '', data });
    });
    await loadTexts('log');
  });
  afterEach(() => {
    cleanup();
    focusManager.setFocused(undefined);
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  async function open(search: string) {
    await renderPart(<LogPage />, { address: `/panel/log${search}`, self: { id: 1, role: role.common } });
    await screen.findByRole('heading', { name: 'Logs' });
    await wait(1);
  }
  const wait = (seconds: number) => act(() => vi.advanceTimersByTimeAsync(seconds * 1000));
  const toggle = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Live' });

  it('is off at first, and asks every ten seconds once it is pressed', async () => {
    const user = userEvent.setup({ advanceTimers: (ms) => vi.advanceTimersByTimeAsync(ms) });
    await open('');
    await wait(60);
    expect(asked).toHaveLength(1);
    expect(toggle().getAttribute('aria-pressed')).toBe('false');

    await user.click(toggle());
    expect(toggle().getAttribute('aria-pressed')).toBe('true');
    const before = asked.length;
    await wait(31);
    expect(asked.length - before).toBe(3);
    expect(asked.at(-1)).not.toContain('live');

    await user.click(toggle());
    const after = asked.length;
    await wait(31);
    expect(asked).toHaveLength(after);
  });

  it('says what the calls of the filter cost together, unless it asks for other rows', async () => {
    await open('?model_name=gpt-5');
    expect((await screen.findByRole('status', { name: 'Sum' })).textContent).toBe(
      'Sum$3.001,234 calls56.8K tokens',
    );

    cleanup();
    await open('?log_type=1');
    expect(screen.queryByRole('status', { name: 'Sum' })).toBeNull();
  });

  it('shows the failed calls alone', async () => {
    const user = userEvent.setup({ advanceTimers: (ms) => vi.advanceTimersByTimeAsync(ms) });
    await open('');
    await user.click(screen.getByRole('button', { name: 'Result' }));
    await user.click(await screen.findByRole('menuitemradio', { name: 'Any failure' }));
    await wait(1);
    expect(asked.at(-1)).toContain('ended_by=failed');
    expect(await screen.findByRole('button', { name: 'Result: Any failure' })).toBeTruthy();
  });

  it('shows the calls of one group, and offers the group as a column', async () => {
    const user = userEvent.setup({ advanceTimers: (ms) => vi.advanceTimersByTimeAsync(ms) });
    await open('');
    expect(screen.queryByRole('columnheader', { name: 'Group' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Group' }));
    await user.click(await screen.findByRole('menuitemradio', { name: 'Fast lane' }));
    await wait(1);
    expect(asked.at(-1)).toContain('group_name=vip');
    expect(await screen.findByRole('button', { name: 'Group: Fast lane' })).toBeTruthy();
  });

  it('asks for nothing while the tab is in the background', async () => {
    await open('?live=on');
    act(() => focusManager.setFocused(false));
    const before = asked.length;
    await wait(60);
    expect(asked).toHaveLength(before);
  });

  it('rests on a page of older rows and in a range that has ended', async () => {
    await open('?live=on&cursor=abc');
    await wait(60);
    expect(asked).toHaveLength(1);
    expect(toggle().disabled).toBe(true);
    expect(toggle().getAttribute('aria-pressed')).toBe('false');

    cleanup();
    asked = [];
    await open('?live=on&range=custom&from=1&to=2');
    await wait(60);
    expect(asked).toHaveLength(1);
    expect(screen.queryByRole('button', { name: 'Live' })).toBeNull();
  });
});
