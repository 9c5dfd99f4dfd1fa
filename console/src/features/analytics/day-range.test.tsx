import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadTexts } from '../../i18n/i18n.ts';
import { clearDate, shownDate, typeDate } from '../../ui/date/test-date.ts';
import { renderPart } from '../../ui/test/test-screen.tsx';
import { DayRange } from './day-range.tsx';

function Held({ onChange }: { onChange: (days: object) => void }) {
  const [days, setDays] = useState({ from: '2026-10-05', to: '2026-10-11' });
  return (
    <DayRange
      days={days}
      onChange={(next) => {
        onChange(next);
        setDays(next);
      }}
    />
  );
}

describe('the own range of the analytics', () => {
  const user = userEvent.setup();
  let chosen: object[] = [];
  beforeEach(async () => {
    chosen = [];
    await loadTexts('analytics');
    await renderPart(<Held onChange={(next) => chosen.push(next)} />);
  });
  afterEach(cleanup);

  it('acts once what is typed is a day, and rests while it is none', async () => {
    await typeDate(user, 'From', '09302026');
    expect(await shownDate('From')).toBe('09/30/2026');
    expect(chosen.at(-1)).toEqual({ from: '2026-09-30', to: '2026-10-11' });
    expect(JSON.stringify(chosen)).not.toContain('"0');

    const before = chosen.length;
    await clearDate(user, 'To');
    expect(await shownDate('To')).toBe('MM/DD/YYYY');
    expect(chosen).toHaveLength(before);

    await typeDate(user, 'To', '02312026');
    expect(screen.queryByRole('alert')).toBeNull();
    await user.click(document.body);
    expect((await screen.findByRole('alert')).textContent).toBe('This date is not valid.');
    expect(chosen).toHaveLength(before);
  });

  it('does not act on an end before the start, and says so', async () => {
    await typeDate(user, 'To', '10042026');
    expect((await screen.findByRole('alert')).textContent).toBe('The end is before the start.');
    expect(chosen).not.toContainEqual({ from: '2026-10-05', to: '2026-10-04' });

    await typeDate(user, 'From', '10012026');
    expect(screen.queryByRole('alert')).toBeNull();
    expect(chosen.at(-1)).toEqual({ from: '2026-10-01', to: '2026-10-04' });
  });
});
