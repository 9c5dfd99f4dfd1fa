import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { clearDate, shownDate, typeDate } from '../date/test-date.ts';
import { readerTimeZoneText } from '../date/time-zone.ts';
import { renderPart } from '../test/test-screen.tsx';
import type { Bounds, TimeRange } from './time-range.ts';
import { TimeRangeFilter } from './time-range-filter.tsx';

const seconds = (text: string) => new Date(text).getTime() / 1000;

describe('the time range of a list', () => {
  let chosen: object[] = [];
  beforeEach(() => {
    chosen = [];
  });
  afterEach(cleanup);

  async function open(filter: Bounds & { range: TimeRange }) {
    const user = userEvent.setup();
    await renderPart(<TimeRangeFilter filter={filter} onChange={(range) => chosen.push(range)} usual="7d" />);
    await user.click(await screen.findByRole('button', { name: /^Time/ }));
    return user;
  }
  const apply = () => screen.getByRole('button', { name: 'Apply' });
  const custom = { from: seconds('2026-10-05T09:30'), to: seconds('2026-10-05T18:00') };

  it('begins an own range as what is shown now, in the reader’s zone', async () => {
    await open({ range: 'today' });

    const today = new Intl.DateTimeFormat('en-US', { year: 'numeric', month: '2-digit', day: '2-digit' });
    expect(await shownDate('From')).toBe(`${today.format(Date.now())} 12:00 AM`);
    expect(await shownDate('To')).toContain('/');
    const hint = `Time zone: ${readerTimeZoneText('en_US')}. “Last 7 days” includes today.`;
    expect(screen.getByText(hint)).toBeTruthy();
    expect(screen.getByTitle(hint)).toBeTruthy();
  });

  it('keeps what is not typed over, and sends on Enter', async () => {
    const user = await open({ range: 'custom', ...custom });
    expect(await shownDate('From')).toBe('10/05/2026 09:30 AM');

    await typeDate(user, 'To', '100620261159AM{Enter}');

    expect(chosen).toEqual([{ range: 'custom', from: custom.from, to: seconds('2026-10-06T11:59') }]);
  });

  it('refuses an end before the start', async () => {
    const user = await open({ range: 'custom', ...custom });

    await typeDate(user, 'To', '10042026');
    await user.click(apply());
    expect((await screen.findByRole('alert')).textContent).toBe('The end is before the start.');
    expect(chosen).toEqual([]);

    await typeDate(user, 'To', '10052026');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('is open where nothing is typed, and refuses half a date', async () => {
    const user = await open({ range: 'custom', ...custom });
    await clearDate(user, 'From');
    await user.click(apply());
    expect(chosen).toEqual([{ range: 'custom', from: undefined, to: custom.to }]);

    cleanup();
    await open({ range: 'all' });
    await typeDate(user, 'From', '1005{Enter}');
    expect((await screen.findByRole('alert')).textContent).toBe('This date is not valid.');
    expect(chosen).toHaveLength(1);
  });
});
