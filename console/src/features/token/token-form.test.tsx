import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { loadTexts } from '../../i18n/i18n.ts';
import { renderPart } from '../../ui/test/test-screen.tsx';
import { serve } from '../../ui/test/test-server.ts';
import { TokenForm } from './token-form.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const token = {
  ...{ id: 7, user_id: 1, key_hint: 'sk-a…b', status: 1, name: 'bot', created_time: 0, accessed_time: 0 },
  ...{ expired_time: -1, remain_quota: 690, unlimited_quota: false, used_quota: 310, group: '' },
  ...{
    backup_group: '',
    spare_groups: [] as string[],
    setting: { heartbeat: { enabled: false, timeout_seconds: 30 }, usage_cost: false },
  },
  ...{ requests_per_minute: 0, tokens_per_minute: 0, parallel_calls: 0, allowed_addresses: [] },
  ...{ allowed_models: [], budgets: [], etag: '"one"' },
};

it('saves fallback groups in the order that the buttons give them', async () => {
  await loadTexts('token');
  const group = (symbol: string) => ({ symbol, name: symbol.toUpperCase(), ratio: 1 });
  const stored = { ...token, spare_groups: ['two', 'three'] };
  const asked = serve({
    'GET /api/token/7': { data: stored },
    'PUT /api/token/': { data: stored },
    'GET /api/user_group_map': { data: { one: group('one'), two: group('two'), three: group('three') } },
  });
  await renderPart(<TokenForm id="7" onClose={vi.fn()} onCreated={vi.fn()} />, { self: { id: 1, role: 1 } });
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: /More/ }));

  await user.selectOptions(await screen.findByRole('combobox', { name: /Fallback groups/ }), 'one');
  const listed = () =>
    within(screen.getByRole('list', { name: 'Fallback groups' }))
      .getAllByRole('listitem')
      .map((item) => item.textContent);
  expect(listed()).toEqual(['1TWO (×1)', '2THREE (×1)', '3ONE (×1)']);
  screen.getByRole('button', { name: /Move ONE .* earlier/ }).focus();
  await user.keyboard('{Enter}{Enter}');
  expect(listed()).toEqual(['1ONE (×1)', '2TWO (×1)', '3THREE (×1)']);
  expect(document.activeElement).toBe(screen.getByRole('button', { name: /Move ONE .* later/ }));
  await user.click(screen.getByRole('button', { name: /Remove TWO/ }));
  await user.click(screen.getByRole('button', { name: 'Save' }));

  const saved = () => asked.find(({ call }) => call === 'PUT /api/token/')?.body;
  await waitFor(() => expect(saved()).toMatchObject({ spare_groups: ['one', 'three'] }));
  expect(saved()).not.toHaveProperty('backup_group');
});

it('saves what a key may spend beside what it had used, so that calls meanwhile are not given back', async () => {
  await loadTexts('token');
  const asked = serve({ 'GET /api/token/7': { data: token }, 'PUT /api/token/': { data: token } });
  await renderPart(<TokenForm id="7" onClose={vi.fn()} onCreated={vi.fn()} />, { self: { id: 1, role: 1 } });
  const user = userEvent.setup();

  const name = await screen.findByRole('textbox', { name: 'Name' });
  await user.clear(name);
  await user.type(name, 'renamed');
  await user.click(screen.getByRole('button', { name: 'Save' }));

  await waitFor(() =>
    expect(asked).toMatchObject([
      { body: { id: 7, name: 'renamed', remain_quota: 690, used_quota: 310 }, ifMatch: '"one"' },
    ]),
  );
});
