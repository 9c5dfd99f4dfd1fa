import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type BudgetView, budgetCalls } from '@turnpike/contract';
import { afterEach, expect, it, vi } from 'vitest';
import { renderPart } from '../test/test-screen.tsx';
import { serve } from '../test/test-server.ts';
import { BudgetsForm } from './budgets-form.tsx';

const free: BudgetView = {
  ...{ id: 5, period: 'day', hours: 0, model: '', unit: 'requests', points: 1000, used: 400, held: 0 },
  ...{ limit: 1000, override_until: null, alert_percent: 0 },
  ...{ begins_at: 1_800_000_000, ends_at: 1_800_086_400 },
};

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it('changes the budgets of a channel in the state that was read, and says so', async () => {
  const asked = serve({
    'GET /api/channel/3/budgets': { data: { budgets: [free], etag: '"1"' } },
    'PUT /api/channel/3/budgets': { data: { budgets: [{ ...free, points: 500 }], etag: '"2"' } },
  });
  const onClose = vi.fn();
  const owner = {
    ...({ type: 'channel', id: 3 } as const),
    ...{ read: budgetCalls.ofChannel, set: budgetCalls.setOfChannel },
  };
  const form = <BudgetsForm owner={owner} name="Free tier" onClose={onClose} />;
  await renderPart(form, { self: { id: 1, role: 10 } });

  expect(await screen.findByRole('dialog', { name: 'Budgets of Free tier' })).toBeTruthy();
  expect(screen.getByText('400 of 1,000 requests')).toBeTruthy();
  const limit = screen.getByLabelText('Limit');
  await userEvent.clear(limit);
  await userEvent.type(limit, '500');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));

  await vi.waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(asked.at(-1)).toMatchObject({
    call: 'PUT /api/channel/3/budgets',
    ifMatch: '"1"',
    body: {
      budgets: [{ period: 'day', hours: 0, model: '', unit: 'requests', points: 500, alert_percent: 0 }],
    },
  });
});
