import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { loadTexts } from '../../i18n/i18n.ts';
import { clearDate, shownDate, typeDate } from '../../ui/date/test-date.ts';
import { renderPart } from '../../ui/test/test-screen.tsx';
import { toastQueue } from '../../ui/toast/toast.ts';
import { ToastHost } from '../../ui/toast/toast-host.tsx';
import { LogCleanUp } from './log-clean-up.tsx';

/** Midnight of the reader so many days ago. */
function midnight(daysAgo: number): Date {
  const now = new Date();
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() - daysAgo);
}
const dayFormat = new Intl.DateTimeFormat('en-US', { year: 'numeric', month: '2-digit', day: '2-digit' });
const dayText = (daysAgo: number) => dayFormat.format(midnight(daysAgo));

describe('the clean-up of the log', () => {
  let asked: string[] = [];
  let answer: (response: Response) => void;
  beforeEach(async () => {
    asked = [];
    vi.stubGlobal('fetch', (address: string, { method }: RequestInit) => {
      asked.push(`${method} ${address}`);
      return new Promise((resolve) => {
        answer = resolve;
      });
    });
    await renderPart(
      <>
        <LogCleanUp />
        <ToastHost />
      </>,
    );
    await loadTexts('setting');
  });
  afterEach(() => {
    cleanup();
    vi.unstubAllGlobals();
    for (const { id } of [...toastQueue.shown()]) toastQueue.close(id);
  });

  const button = () => screen.findByRole('button', { name: 'Delete old calls' });

  it('asks with date and effect, shows that it goes on, and says how many', async () => {
    const user = userEvent.setup();
    expect(await shownDate('Calls before')).toBe(dayText(30));

    await user.click(await button());
    const dialog = await screen.findByRole('dialog', { name: /^Delete all calls before / });
    const year = String(midnight(30).getFullYear());
    expect(within(dialog).getByRole('heading').textContent).toContain(year);
    expect(dialog.textContent).toContain('Totals, charts, balances');
    expect(asked).toEqual([]);
    await user.click(within(dialog).getByRole('button', { name: 'Delete old calls' }));

    expect(await screen.findByRole('progressbar', { name: /^Deleting old calls/ })).toBeTruthy();
    expect(asked).toEqual([`DELETE /api/log/?target_timestamp=${midnight(30).getTime() / 1000}`]);
    answer(Response.json({ success: true, message: '', data: 12_345 }));
    expect(await screen.findByText('12,345 calls deleted')).toBeTruthy();
    expect(screen.queryByRole('progressbar')).toBeNull();
  });

  it('can be left alone', async () => {
    const user = userEvent.setup();
    await user.click(await button());
    await user.click(await screen.findByRole('button', { name: 'Cancel' }));
    expect(asked).toEqual([]);
  });

  it('goes up to yesterday, and not without a date', async () => {
    const user = userEvent.setup();
    const type = (keys: string) => typeDate(user, 'Calls before', keys);
    await type(dayText(0).replaceAll('/', ''));
    expect(await screen.findByText('The last 24 hours are kept; choose an earlier time.')).toBeTruthy();
    expect((await button()).hasAttribute('disabled')).toBe(true);

    await clearDate(user, 'Calls before');
    expect(screen.queryByRole('alert')).toBeNull();
    await user.keyboard('{Enter}');
    expect(screen.queryByRole('dialog')).toBeNull();
    await user.click(document.body);
    expect(await screen.findByText('Required.')).toBeTruthy();

    await type('1001');
    expect(screen.queryByRole('alert')).toBeNull();
    await user.click(document.body);
    expect(await screen.findByText('This date is not valid.')).toBeTruthy();

    await type(dayText(1).replaceAll('/', ''));
    expect((await button()).hasAttribute('disabled')).toBe(false);
    await user.keyboard('{Enter}');
    expect(await screen.findByRole('dialog')).toBeTruthy();
    expect(asked).toEqual([]);
  });
});
