import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useLocation } from 'react-router';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { loadTexts } from '../../i18n/i18n.ts';
import { TextLink } from '../../ui/action/text-link.tsx';
import { renderPart } from '../../ui/test/test-screen.tsx';
import { serve } from '../../ui/test/test-server.ts';
import { UserDrawer } from './user-drawer.tsx';
import { UserKeys } from './user-keys.tsx';

const account = (id: number, username: string, role = 1) => ({
  ...{ id, username, display_name: '', email: '', role, status: 1, group: 'staff' },
  ...{ quota: 0, used_quota: 0, request_count: 0, created_time: 0, last_login_time: 0, aff_count: 0 },
  ...{ aff_quota: 0, email_proved: false, providers: [], inviter_id: null, inviter_name: null },
});
const key = {
  ...{ id: 12, user_id: 7, key_hint: 'sk-a1b…wxyz', name: 'laptop', created_time: 0, accessed_time: 0 },
  ...{ expired_time: -1, remain_quota: 500_000, unlimited_quota: true, used_quota: 310, group: '' },
  ...{ backup_group: '', spare_groups: [], requests_per_minute: 0, tokens_per_minute: 0, parallel_calls: 0 },
  ...{ allowed_addresses: [], allowed_models: [], budgets: [], etag: '"one"', username: 'ann' },
  setting: { heartbeat: { enabled: false, timeout_seconds: 30 }, usage_cost: false, cache: false },
};
const group = (symbol: string, more: object) => ({
  ...{ id: 1, symbol, name: symbol, ratio: 1, enable: true, public: false, ...more },
});
const searched: URLSearchParams[] = [];

/** A link as the log has it, and what it leads to. */
function Led() {
  const { state } = useLocation();
  if (state !== null) return <UserKeys user={account(7, 'ann')} />;
  return (
    <TextLink to="?open=7" state={{ keyName: 'laptop' }}>
      laptop
    </TextLink>
  );
}

function serveKeys(status = 1) {
  const asked = serve({
    'GET /api/token/admin/search': {
      data: { data: [{ ...key, status }], total_count: 1, page: 1, size: 10 },
    },
    'PUT /api/token/admin': { data: key },
    'GET /api/user_group/': {
      data: {
        ...{ total_count: 3, page: 1, size: 100 },
        data: [group('staff', {}), group('open', { public: true }), group('vip', {})],
      },
    },
  });
  const { fetch } = globalThis;
  vi.stubGlobal('fetch', (address: string, init?: RequestInit) => {
    if (address.startsWith('/api/token/admin/search'))
      searched.push(new URLSearchParams(address.split('?')[1]));
    return fetch(address, init);
  });
  return asked;
}

async function openDrawer(user: ReturnType<typeof account>, status = 1) {
  const asked = serveKeys(status);
  await loadTexts('user');
  await renderPart(
    <UserDrawer id={user.id} rows={[user as never]} onClose={vi.fn()} onOpenForm={vi.fn()} />,
    { self: { id: 1, role: 10 } },
  );
  return asked;
}

describe('the keys of a user', () => {
  const user = userEvent.setup();
  const act = async (name: string) => {
    await user.click(await screen.findByRole('button', { name: 'Actions for laptop' }));
    await user.click(await screen.findByRole('menuitem', { name }));
  };
  afterEach(() => {
    cleanup();
    vi.unstubAllGlobals();
    searched.length = 0;
  });

  it('are listed by name and hint, and one is disabled after a question', async () => {
    const asked = await openDrawer(account(7, 'ann'));

    expect(await screen.findByText('sk-a1b…wxyz')).toBeTruthy();
    expect(searched.map((query) => query.get('user_id'))).toEqual(['7']);
    await act('Disable key');
    expect(asked).toEqual([]);
    const question = await screen.findByRole('dialog', { name: 'Disable key laptop?' });
    await user.click(within(question).getByRole('button', { name: 'Disable key' }));

    await waitFor(() =>
      expect(asked).toEqual([
        { call: 'PUT /api/token/admin', query: 'status_only=true', body: { id: 12, status: 2 } },
      ]),
    );
    // The list shows the new state.
    await waitFor(() => expect(searched).toHaveLength(2));
  });

  it('are enabled again without one', async () => {
    const asked = await openDrawer(account(7, 'ann'), 2);
    await act('Enable key');
    await waitFor(() => expect(asked).toMatchObject([{ body: { id: 12, status: 1 } }]));
  });

  it('are limited in a form that offers the groups of their owner', async () => {
    const asked = await openDrawer(account(7, 'ann'));
    await act('Limit key');
    const form = within(await screen.findByRole('dialog', { name: 'Limits of key laptop' }));
    await user.click(form.getByRole('switch', { name: /Unlimited/ }));
    const quota = form.getByRole('textbox', { name: 'Quota' });
    await user.clear(quota);
    await user.type(quota, '2');
    const requests = form.getByRole('spinbutton', { name: /Requests per minute/ });
    await user.clear(requests);
    await user.type(requests, '30');
    const groups = form.getByRole('combobox', { name: 'Group' });
    await waitFor(() =>
      expect(
        within(groups)
          .getAllByRole('option')
          .map(({ textContent }) => textContent),
      ).toEqual(['Same as account', 'staff (×1)', 'open (×1)']),
    );
    await user.selectOptions(form.getByRole('combobox', { name: /Fallback groups/ }), 'open');
    await user.click(form.getByRole('button', { name: 'Save' }));

    await waitFor(() => expect(asked).toHaveLength(1));
    expect(asked[0]).toMatchObject({ call: 'PUT /api/token/admin', ifMatch: '"one"' });
    expect(asked[0]?.body).toEqual({
      ...{ id: 12, used_quota: 310, unlimited_quota: false, remain_quota: 1_000_000, expired_time: -1 },
      ...{ requests_per_minute: 30, tokens_per_minute: 0, parallel_calls: 0, allowed_models: [] },
      ...{ group: '', spare_groups: ['open'] },
    });
  });

  it('are searched for the name of the key whose link was followed', async () => {
    serveKeys();
    await loadTexts('user');
    await renderPart(<Led />, { self: { id: 1, role: 10 } });
    await user.click(await screen.findByRole('link', { name: 'laptop' }));

    expect(await screen.findByText('sk-a1b…wxyz')).toBeTruthy();
    expect(searched.map((query) => query.get('keyword'))).toEqual(['laptop']);
    await user.click(screen.getByRole('button', { name: /Clear|Remove/ }));
    await waitFor(() => expect(searched.at(-1)?.get('keyword')).toBeNull());
  });

  it('are not asked for where the role may not change the account', async () => {
    await openDrawer(account(8, 'peer', 10));
    expect(await screen.findByText('Your role cannot change this account.')).toBeTruthy();
    expect(screen.queryByRole('region', { name: 'API keys' })).toBeNull();
    expect(searched).toEqual([]);
  });
});
