import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { UsedGroupView } from '@turnpike/contract';
import { Suspense } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { renderPart } from '../../ui/test/test-screen.tsx';
import { type Answer, serve } from '../../ui/test/test-server.ts';
import { ToastHost } from '../../ui/toast/toast-host.tsx';
import { UserGroupActions } from './user-group-actions.tsx';

const vip = {
  ...{ id: 3, name: 'VIP', symbol: 'vip', ratio: 1, api_rate: 600, public: true },
  ...{ user_count: 0, token_count: 0, channel_count: 0 },
} as UsedGroupView;

const others = ['default', 'vip', 'staff'].map((symbol) => ({ symbol, name: symbol.toUpperCase() }));

async function openMenu(
  group: UsedGroupView,
  { isDefault = false, answer = {} }: { isDefault?: boolean; answer?: Answer } = {},
) {
  const asked = serve({
    'DELETE /api/user_group/3': answer,
    'GET /api/user_group/': { data: { page: 1, size: 100, total_count: 3, data: others } },
  });
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

  it('delete one that keys name by moving them to another one', async () => {
    const asked = await openMenu({ ...vip, token_count: 2 });
    await userEvent.click(remove());
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete group VIP?' }));
    expect(dialog.getByText('Users: 0, keys: 2, channels: 0')).toBeTruthy();
    const target = dialog.getByRole<HTMLSelectElement>('combobox', { name: 'Move its keys to' });
    await dialog.findByRole('option', { name: 'STAFF' });
    expect([...target.options].map(({ text }) => text)).toEqual(['DEFAULT', 'STAFF']);
    await userEvent.selectOptions(target, 'STAFF');

    await userEvent.click(dialog.getByRole('button', { name: 'Move and delete' }));

    await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(asked).toEqual([{ call: 'DELETE /api/user_group/3', query: 'move_to=staff', body: null }]);
  });

  it.each([0, 2])(
    'stay open and say what the server still counts, with %i keys known',
    async (token_count) => {
      const message = 'This group is still used by 1 user and 2 keys (of keeper).';
      await openMenu(
        { ...vip, token_count },
        { answer: { status: 409, code: 'user_group.in_use', message } },
      );
      await userEvent.click(remove());
      const dialog = within(await screen.findByRole('dialog', { name: 'Delete group VIP?' }));
      await userEvent.click(dialog.getByRole('button', { name: /delete/i }));

      expect(await dialog.findByText(message)).toBeTruthy();
      expect(dialog.getByText('Group VIP is still in use and cannot be deleted')).toBeTruthy();
    },
  );

  it('never delete the group of everybody new', async () => {
    await openMenu(vip, { isDefault: true });
    expect(remove().getAttribute('aria-disabled')).toBe('true');
  });
});
