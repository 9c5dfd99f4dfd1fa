import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { TestScheduleView } from '@turnpike/contract';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { loadTexts } from '../../../i18n/i18n.ts';
import { renderPart } from '../../../ui/test/test-screen.tsx';
import { serve } from '../../../ui/test/test-server.ts';
import { TestHistory } from './test-history.tsx';
import { TestSchedule } from './test-schedule.tsx';

const NOW = Math.floor(Date.now() / 1000);
const counts = { total: 40, passed: 10, failed: 2, skipped: 0, disabled: 1, enabled: 0 };
const nothing: TestScheduleView = { running: null, is_wanted: false, last: null, next_run_at: null };
const running: TestScheduleView = {
  ...nothing,
  running: { ...counts, started_at: NOW - 9, testing: [{ id: 7, name: 'acme-1' }] },
};
const ended: TestScheduleView = {
  ...nothing,
  last: { ...counts, passed: 38, started_at: NOW - 60, ended_at: NOW - 1 },
  next_run_at: NOW + 1800,
};

beforeEach(() => loadTexts('channel'));
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

async function open(first: TestScheduleView) {
  let answer = first;
  const seen = vi.fn();
  const asked = serve({
    'GET /api/channel/test_schedule': () => {
      seen();
      return { data: answer };
    },
    'POST /api/channel/test_schedule': () => {
      answer = running;
      return { data: { ...nothing, is_wanted: true } };
    },
  });
  await renderPart(<TestSchedule />, { self: { id: 1, role: 10 } });
  return {
    asked,
    seen,
    answer: (next: TestScheduleView) => {
      answer = next;
    },
  };
}

describe('the line of the scheduled tests', () => {
  it('shows a run as it goes on, and its result with the time of the next one', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const { answer } = await open(running);
    const line = within(await screen.findByRole('region', { name: 'Scheduled tests' }));
    expect(line.getByRole('status').textContent).toBe('12 of 40 tested, 2 failed');
    expect(line.getByText('Testing acme-1')).toBeTruthy();
    expect(line.getByRole<HTMLButtonElement>('button', { name: 'Test now' }).disabled).toBe(true);
    answer(ended);
    await vi.advanceTimersByTimeAsync(2_100);
    expect((await line.findByText(/^Last tests/)).textContent).toMatch(
      /: 38 passed, 2 failed, 1 turned off$/,
    );
    expect(line.getByText(/^Next in (29|30) min\.$/)).toBeTruthy();
  });

  it('begins a run after a question', async () => {
    const { asked } = await open(ended);
    await userEvent.click(await screen.findByRole('button', { name: 'Test now' }));
    const question = within(await screen.findByRole('dialog', { name: 'Run the scheduled tests now?' }));
    expect(asked).toEqual([]);
    await userEvent.click(question.getByRole('button', { name: 'Test now' }));
    expect(await screen.findByText('The tests begin in a moment')).toBeTruthy();
    expect(asked).toHaveLength(1);
  });

  it('is not there where nothing is scheduled', async () => {
    const { seen } = await open(nothing);
    vi.useFakeTimers({ shouldAdvanceTime: true });
    await vi.waitFor(() => expect(seen).toHaveBeenCalled());
    await vi.advanceTimersByTimeAsync(10);
    expect(screen.queryByRole('region')).toBeNull();
  });
});

it('shows what became of the last tests of a channel', async () => {
  const tests = Array.from({ length: 5 }, (_, index) => ({
    ...{ id: 9 - index, time: NOW - index * 60, duration_ms: index === 0 ? 0 : 250 },
    code: index === 0 ? 'upstream.timeout' : '',
  }));
  await renderPart(<TestHistory tests={tests} />, { self: { id: 1, role: 10 } });
  const list = within(await screen.findByRole('list', { name: 'Last tests' }));
  const texts = () => list.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(texts()).toHaveLength(3);
  expect(texts()[0]).toMatch(/^The provider did not answer in time\./);
  expect(texts()[1]).toMatch(/^Passed in 250 ms/);
  await userEvent.click(screen.getByRole('button', { name: 'Show all 5' }));
  expect(texts()).toHaveLength(5);
});
