import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { role } from '@turnpike/contract';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { renderPart } from '../ui/test/test-screen.tsx';
import { Sidebar } from './sidebar.tsx';
import { shareTone, usedShare } from './user-card.tsx';

const self = (roleNumber: number) => ({
  ...{ id: 1, username: 'ann', display_name: '', role: roleNumber, group: 'default', avatar_url: '' },
  ...{ quota: 0, used_quota: 0, request_count: 1234 },
});

describe('the sidebar', () => {
  beforeEach(() => {
    vi.stubGlobal('fetch', async () =>
      Response.json({
        ...{ success: true, message: '' },
        data: { default: { name: 'Everybody', api_rate: 600, ratio: 1 } },
      }),
    );
  });
  afterEach(() => {
    cleanup();
    vi.unstubAllGlobals();
  });

  it('opens the fold of the screen that is shown, and closes and opens it by a click', async () => {
    const user = userEvent.setup();
    await renderPart(<Sidebar />, { address: '/panel/user_group', self: self(role.admin) });

    const fold = await screen.findByRole('button', { name: 'Operation' });
    expect(fold.getAttribute('aria-expanded')).toBe('true');
    expect(screen.getByRole('link', { name: 'User groups' }).getAttribute('aria-current')).toBe('page');

    await user.click(fold);
    await waitFor(() => expect(screen.queryByRole('link', { name: 'User groups' })).toBeNull());
    await user.click(fold);
    expect(await screen.findByRole('link', { name: 'User groups' })).toBeTruthy();
  });

  it('marks one entry, not those whose address begins alike', async () => {
    await renderPart(<Sidebar />, { address: '/panel/user', self: self(role.admin) });
    await screen.findByRole('link', { name: 'Users' });
    expect(
      screen.getAllByRole('link').filter((link) => link.getAttribute('aria-current') === 'page'),
    ).toHaveLength(1);
    expect(screen.getByRole('button', { name: 'Operation' }).getAttribute('aria-expanded')).toBe('false');
  });

  it('shows a common user nothing of administrators, and his group with its rate', async () => {
    await renderPart(<Sidebar />, { address: '/panel', self: self(role.common) });
    expect(await screen.findByText('Everybody · 600 per minute')).toBeTruthy();
    expect(screen.getByText('1,234')).toBeTruthy();
    expect(screen.queryByText('Operation')).toBeNull();
    expect(screen.queryByText('Channels')).toBeNull();
  });
});

it('shows how much is spent: green below 60 %, orange below 85 %, red from there', () => {
  expect(usedShare(0, 0)).toBe(0);
  expect(usedShare(-5, 5)).toBe(100);
  expect(
    [
      [41, 59],
      [40, 60],
      [16, 84],
      [15, 85],
    ].map(([left = 0, used = 0]) => shareTone(usedShare(left, used))),
  ).toEqual(['success', 'warning', 'warning', 'error']);
});
