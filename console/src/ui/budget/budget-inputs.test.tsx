import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type BudgetView, tokenInput } from '@turnpike/contract';
import { afterEach, expect, it, vi } from 'vitest';
import { FormDialog } from '../form/form-dialog.tsx';
import { useContractForm } from '../form/use-contract-form.ts';
import { renderPart } from '../test/test-screen.tsx';
import { serve } from '../test/test-server.ts';
import { BudgetInputs, toBudgetInputs } from './budget-inputs.tsx';

const ofDay: BudgetView = {
  ...{ id: 5, period: 'day', hours: 0, model: 'gpt-5*', unit: 'points', points: 1_000_000, alert_percent: 0 },
  ...{ limit: 1_000_000, override_until: null },
  ...{ used: 800_000, held: 50_000 },
  ...{ begins_at: 1_800_000_000, ends_at: 1_800_086_400 },
};

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function Form({ stored, onSent }: { stored: BudgetView[]; onSent: (values: unknown) => void }) {
  const form = useContractForm(tokenInput, {
    ...{ name: 'key', expired_time: -1, remain_quota: 0, unlimited_quota: true },
    budgets: toBudgetInputs(stored),
  });
  return (
    <FormDialog
      form={form}
      title="Key"
      submitLabel="Save"
      onClose={() => {}}
      onSubmit={async (values) => onSent(values.budgets)}
    >
      <BudgetInputs owner="token" present={stored} />
    </FormDialog>
  );
}

const render = async (stored: BudgetView[], role = 1) => {
  const onSent = vi.fn();
  await renderPart(<Form stored={stored} onSent={onSent} />, { self: { id: 1, role } });
  return { onSent, save: () => userEvent.click(screen.getByRole('button', { name: 'Save' })) };
};
const budget = (number: number) => within(screen.getByRole('group', { name: `Budget ${number}` }));

it('adds a budget to none, and asks for its limit', async () => {
  const { onSent, save } = await render([]);
  expect(screen.getByText('No budgets yet.')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Add budget' }));
  await save();
  expect(budget(1).getByRole('alert').textContent).toContain('1');
  expect(onSent).not.toHaveBeenCalled();

  await userEvent.selectOptions(budget(1).getByLabelText('Period'), 'per week');
  const limit = budget(1).getByLabelText('Limit');
  await userEvent.clear(limit);
  await userEvent.type(limit, '2.5');
  await userEvent.type(budget(1).getByLabelText('Model'), 'gpt-*');
  await save();
  expect(onSent).toHaveBeenCalledWith([
    { period: 'week', hours: 0, model: 'gpt-*', unit: 'points', points: 1_250_000, alert_percent: 0 },
  ]);
});

it('says at the second of two what is wrong with them, and removes it', async () => {
  const { onSent, save } = await render([ofDay, { ...ofDay, id: 6, period: 'month' }]);
  await userEvent.selectOptions(budget(2).getByLabelText('Period'), 'per day');
  await save();
  expect(budget(2).getByRole('alert').textContent).toBe(
    'Another budget already has this period, model and unit.',
  );

  await userEvent.click(screen.getByRole('button', { name: 'Remove budget 1' }));
  await save();
  expect(onSent).toHaveBeenCalledWith([
    { period: 'day', hours: 0, model: 'gpt-5*', unit: 'points', points: 1_000_000, alert_percent: 0 },
  ]);
});

it('shows what is used of a stored one, which an administrator may give back', async () => {
  const asked = serve({ 'POST /api/budget/5/reset': { data: { ...ofDay, used: 0 } } });
  await render([ofDay], 1);
  expect(budget(1).getByRole('progressbar', { name: /gpt-5/ }).getAttribute('aria-valuenow')).toBe('80');
  expect(budget(1).getByText('$1.60 of $2.00')).toBeTruthy();
  expect(budget(1).getByText(/^\$0\.10 reserved for running calls · Next period: /)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Reset' })).toBeNull();
  cleanup();

  await render([ofDay], 10);
  await userEvent.click(budget(1).getByRole('button', { name: 'Reset' }));
  const question = await screen.findByRole('dialog', { name: /^Reset the usage/ });
  await userEvent.click(within(question).getByRole('button', { name: 'Reset' }));
  await vi.waitFor(() => expect(asked.map(({ call }) => call)).toEqual(['POST /api/budget/5/reset']));
});

it('takes windows of hours and counts tokens or requests, with limits of their own', async () => {
  const { onSent, save } = await render([
    { ...ofDay, unit: 'tokens', points: 2000, limit: 2000, used: 500, held: 20 },
  ]);
  expect(budget(1).getByText('500 of 2,000 tokens')).toBeTruthy();
  expect(budget(1).getByText(/^20 tokens reserved/)).toBeTruthy();
  await userEvent.selectOptions(budget(1).getByLabelText('Period'), 'window of hours');
  await userEvent.selectOptions(budget(1).getByLabelText('Counts'), 'Requests');
  const hours = budget(1).getByLabelText('Hours');
  await userEvent.clear(hours);
  await userEvent.type(hours, '12');
  const limit = budget(1).getByLabelText('Limit');
  await userEvent.clear(limit);
  await userEvent.type(limit, '50');
  await save();
  expect(onSent).toHaveBeenCalledWith([
    { period: 'hours', hours: 12, model: 'gpt-5*', unit: 'requests', points: 50, alert_percent: 0 },
  ]);
});

it('gives a budget another limit until a moment, and sends nothing else', async () => {
  const until = 1_800_100_000;
  const asked = serve({
    'POST /api/budget/5/override': { data: { ...ofDay, limit: 2_000_000, override_until: until } },
  });
  const { onSent } = await render([{ ...ofDay, override_until: until }], 10);
  expect(budget(1).getByText(/; then \$2\.00 again$/)).toBeTruthy();
  await userEvent.click(budget(1).getByRole('button', { name: 'Override' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Temporary limit' }));
  const limit = dialog.getByLabelText('Limit');
  await userEvent.clear(limit);
  await userEvent.type(limit, '4');
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));

  await vi.waitFor(() => expect(budget(1).getByText('$1.60 of $4.00')).toBeTruthy());
  expect(asked).toMatchObject([{ call: 'POST /api/budget/5/override', body: { points: 2_000_000, until } }]);
  expect(onSent).not.toHaveBeenCalled();
});
