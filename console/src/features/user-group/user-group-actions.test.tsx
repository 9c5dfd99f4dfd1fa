import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { UsedGroupView } from '@turnpike/contract';
import { Suspense } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { renderPart } from '../../ui/test-screen.tsx';
import { serve } from '../../ui/test-server.ts';
import { ToastHost } from '../../ui/toast-host.tsx';
import { UserGroupActions } from './user-group-actions.tsx';

const vip = {
  ...{ id: 3, name: 'VIP', symbol: 'vip', ratio: 1, api_rate: 600, public: true },
  ...{ user_count: 0, token_count: 0, channel_count: 0 },
} as UsedGroupView;

async function openMenu(group: UsedGroupView, { isDefault = false } = {}) {
  const asked = serve({ 'DELETE /api/user_group/3': {} });
  await renderPart(
    <Suspense>
      <UserGroupActions group={group} isDefault={isDefault} onEdit={() => {}} />
      <ToastHost />
    </Suspense>,
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Actions for VIP' }));
  return asked;
}

const remove = () => screen.getByRole('menuitem', { name: 'Delete' });

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe('the actions of a user group', () => {
  it('delete one that nobody uses, after a question', async () => {
    const asked = await openMenu(vip);
    await userEvent.click(remove());
    expect(await screen.findByRole('dialog', { name: 'Delete group VIP?' })).toBeTruthy();
    expect(asked).toEqual([]);

    await userEvent.click(screen.getByRole('button', { name: 'Delete group' }));

    await vi.waitFor(() => expect(asked).toEqual([{ call: 'DELETE /api/user_group/3', body: null }]));
    await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('say what still uses a group instead of asking', async () => {
    const asked = await openMenu({ ...vip, user_count: 2, token_count: 1 });
    await userEvent.click(remove());

    expect(await screen.findByText('Group VIP is still in use and cannot be deleted')).toBeTruthy();
    expect(screen.getByText('Users: 2, keys: 1, channels: 0')).toBeTruthy();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(asked).toEqual([]);
  });

  it('never delete the group of everybody new', async () => {
    await openMenu(vip, { isDefault: true });
    expect(remove().getAttribute('aria-disabled')).toBe('true');
  });
});
