import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { renderPart } from '../ui/test/test-screen.tsx';
import { NoticeButton } from './notice-button.tsx';

const announce = (notice: string) =>
  vi.stubGlobal('fetch', async () =>
    Response.json({ success: true, message: '', data: notice }, { status: 200 }),
  );

describe('the announcement', () => {
  beforeEach(() => localStorage.clear());
  afterEach(() => {
    cleanup();
    vi.unstubAllGlobals();
  });

  it('opens by itself when it is new, is kept as seen, and closes by Escape', async () => {
    const user = userEvent.setup();
    localStorage.setItem('notice', 'The old one');
    announce('Prices fall on Monday');
    await renderPart(<NoticeButton />);

    const dialog = await screen.findByRole('dialog', { name: 'Announcement' });
    expect(dialog.textContent).toContain('Prices fall on Monday');
    expect(localStorage.getItem('notice')).toBe('Prices fall on Monday');

    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.getByRole('button', { name: 'Announcement' })).toBeTruthy();
  });

  it('stays behind its button when it was seen', async () => {
    const user = userEvent.setup();
    localStorage.setItem('notice', 'Seen');
    announce('Seen');
    await renderPart(<NoticeButton />);

    const button = await screen.findByRole('button', { name: 'Announcement' });
    expect(screen.queryByRole('dialog')).toBeNull();
    await user.click(button);
    await user.click(await screen.findByRole('button', { name: 'Got it' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('keeps those that were shown before, newest first', async () => {
    localStorage.setItem('noticeHistory', '[]');
    for (const notice of ['First', 'Second', 'Third']) {
      announce(notice);
      await renderPart(<NoticeButton />);
      await screen.findByRole('dialog', { name: 'Announcement' });
      cleanup();
    }
    announce('Fourth');
    await renderPart(<NoticeButton />);

    const dialog = await screen.findByRole('dialog', { name: 'Announcement' });
    expect(screen.getByRole('heading', { name: 'Earlier announcements' })).toBeTruthy();
    const earlier = [...dialog.querySelectorAll('details')].map(({ textContent }) => textContent);
    expect(earlier.map((text) => text?.match(/First|Second|Third/)?.[0])).toEqual([
      'Third',
      'Second',
      'First',
    ]);
  });

  it('does not mind what else the browser holds under its name', async () => {
    localStorage.setItem('noticeHistory', '{"no": "list"}');
    announce('News');
    await renderPart(<NoticeButton />);
    expect((await screen.findByRole('dialog')).textContent).toContain('News');
    await waitFor(() => expect(localStorage.getItem('noticeHistory')).toContain('"News"'));
  });

  it('only has a dot where the page has a task of its own', async () => {
    announce('New');
    await renderPart(<NoticeButton isQuiet />);
    expect(await screen.findByRole('button', { name: 'New announcement' })).toBeTruthy();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('opens the earlier ones while there is none', async () => {
    const user = userEvent.setup();
    localStorage.setItem('notice', 'Gone');
    localStorage.setItem('noticeHistory', JSON.stringify([{ text: 'Gone', seenAtSeconds: 1_700_000_000 }]));
    announce('');
    await renderPart(<NoticeButton />);
    await waitFor(() => expect(localStorage.getItem('notice')).toBe(''));
    expect(screen.queryByRole('dialog')).toBeNull();

    await user.click(screen.getByRole('button', { name: 'Announcement' }));
    const dialog = await screen.findByRole('dialog', { name: 'Announcement' });
    expect(dialog.textContent).toContain('No announcements.');
    expect(dialog.querySelector('details')?.textContent).toContain('Gone');
    expect(JSON.parse(localStorage.getItem('noticeHistory') ?? '')).toHaveLength(1);
  });

  it('has its button for a reader who has seen none', async () => {
    const user = userEvent.setup();
    localStorage.setItem('noticeHistory', '[]');
    announce('');
    await renderPart(<NoticeButton />);
    await user.click(await screen.findByRole('button', { name: 'Announcement' }));
    expect((await screen.findByRole('dialog')).textContent).toContain('No announcements.');
    expect(screen.queryByRole('heading', { name: 'Earlier announcements' })).toBeNull();
  });
});
