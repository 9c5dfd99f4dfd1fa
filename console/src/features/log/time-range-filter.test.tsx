import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadTexts } from '../../i18n/i18n.ts';
import { clearDate, shownDate, typeDate } from '../../ui/date/test-date.ts';
import { renderPart } from '../../ui/test-screen.tsx';
import { type LogFilter, logFilter } from './log-api.ts';
import { TimeRangeFilter } from './time-range-filter.tsx';

const seconds = (text: string) => new Date(text).getTime() / 1000;

describe('the time range of the log', () => {
  let chosen: Partial<LogFilter>[] = [];
  beforeEach(async () => {
    chosen = [];
    await loadTexts('log');
  });
  afterEach(cleanup);

  async function open(filter: Partial<LogFilter>) {
    const user = userEvent.setup();
    const onChange = (change: Partial<LogFilter>) => chosen.push(change);
    await renderPart(<TimeRangeFilter filter={{ ...logFilter.parse({}), ...filter }} onChange={onChange} />);
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
    const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
    expect(screen.getByText(new RegExp(`^Time zone: ${zone}`))).toBeTruthy();
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
    expect((await screen.findByRole('alert')).textContent).toBe('This value cannot be used.');
    expect(chosen).toHaveLength(1);
  });
});
