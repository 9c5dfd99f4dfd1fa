import { cleanup, screen, waitFor } from '@testing-library/react';
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
  ...{ backup_group: '', setting: { heartbeat: { enabled: false, timeout_seconds: 30 }, usage_cost: false } },
  ...{ requests_per_minute: 0, tokens_per_minute: 0, parallel_calls: 0, allowed_addresses: [] },
  ...{ allowed_models: [], budgets: [], etag: '"one"' },
};

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
