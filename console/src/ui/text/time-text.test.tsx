import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { renderPart } from '../test/test-screen.tsx';
import { TimeText } from './time-text.tsx';
import { zonedText } from './use-formats.ts';

afterEach(cleanup);

const WINTER_MS = 1_800_000_000_000;
const SUMMER_MS = WINTER_MS + 180 * 86_400_000;

describe('an exact time', () => {
  it.each([
    ['zh-CN', 'Asia/Shanghai', '2027年1月15日 16:00:00 GMT+8'],
    ['zh-HK', 'Asia/Hong_Kong', '2027年1月15日 下午4:00:00 GMT+8'],
    ['en-US', 'America/New_York', 'Jan 15, 2027, 3:00:00 AM EST'],
    ['ja-JP', 'Asia/Tokyo', '2027/01/15 17:00:00 JST'],
  ])('names the time zone in %s', (tag, zone, text) => {
    expect(zonedText(tag, WINTER_MS, zone).replaceAll('\u202f', ' ')).toBe(text);
  });

  it('names the zone that held then, not the one of today', () => {
    expect(zonedText('en-US', SUMMER_MS, 'America/New_York')).toMatch(/ EDT$/);
  });

  it('shows while the pointer is on the relative one', async () => {
    const user = userEvent.setup();
    await renderPart(<TimeText epochSeconds={WINTER_MS / 1000} />);
    const exact = zonedText('en-US', WINTER_MS);

    await user.hover(screen.getByLabelText(exact));

    expect((await screen.findByRole('tooltip')).textContent).toBe(exact);
  });

  it('stands in place where there is room', async () => {
    await renderPart(<TimeText epochSeconds={WINTER_MS / 1000} isExact />);
    expect(screen.getByText(zonedText('en-US', WINTER_MS))).toBeTruthy();
  });
});
