import { act, cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { chooseLanguage } from '../../i18n/i18n.ts';
import { renderPart } from '../test/test-screen.tsx';
import { DateField } from './date-field.tsx';
import { clearDate, dateGroup, shownDate, typeDate } from './test-date.ts';

function Held({ day, onChange }: { day: string | undefined; onChange: (day: string | undefined) => void }) {
  const [value, setValue] = useState(day);
  return (
    <DateField
      label="Day"
      value={value}
      onChange={(next) => {
        onChange(next);
        setValue(next);
      }}
    />
  );
}

describe('a field for a day', () => {
  afterEach(cleanup);

  async function open(day: string | undefined) {
    const heard: (string | undefined)[] = [];
    await renderPart(<Held day={day} onChange={(next) => heard.push(next)} />);
    return heard;
  }

  it.each([
    ['en_US', '10/05/2026', 'Choose date, selected date is Oct 5, 2026'],
    ['zh_CN', '2026/10/05', '选择日期，已选择2026年10月5日'],
    ['zh_HK', '2026/10/05', '選擇日期，已選擇2026年10月5日'],
    ['ja_JP', '2026/10/05', '日付を選択、現在の日付は 2026年10月5日'],
  ] as const)('writes as %s does', async (language, text, button) => {
    await open('2026-10-05');
    await dateGroup('Day');
    await act(async () => chooseLanguage(language));

    expect(await screen.findByRole('button', { name: button })).toBeTruthy();
    expect(await shownDate('Day')).toBe(text);
  });

  it('is typed in the order of the language, and says when it is a day', async () => {
    const heard = await open(undefined);
    expect(await shownDate('Day')).toBe('MM/DD/YYYY');

    await typeDate(userEvent.setup(), 'Day', '12312025');

    expect(await shownDate('Day')).toBe('12/31/2025');
    expect(heard.at(-1)).toBe('2025-12-31');
    expect(new Set(heard.slice(0, -1))).toEqual(new Set(['']));
  });

  it('is picked from a calendar, by keyboard too', async () => {
    const user = userEvent.setup();
    const heard = await open('2026-10-05');

    await user.click(await screen.findByRole('button', { name: /^Choose date/ }));
    await screen.findByRole('gridcell', { name: '5', selected: true });
    await user.keyboard('{ArrowRight}{Enter}');

    expect(await shownDate('Day')).toBe('10/06/2026');
    expect(heard).toEqual(['2026-10-06']);
  });

  it('is cleared', async () => {
    const heard = await open('2026-10-05');

    await clearDate(userEvent.setup(), 'Day');

    expect(await shownDate('Day')).toBe('MM/DD/YYYY');
    expect(heard.at(-1)).toBeUndefined();
  });
});
