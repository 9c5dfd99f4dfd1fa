import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { renderPart } from '../../../ui/test/test-screen.tsx';
import { serve } from '../../../ui/test/test-server.ts';
import { ToastHost } from '../../../ui/toast/toast-host.tsx';
import { PriceScheduleForm } from './price-schedule-form.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const run = { ran_at: 1_700_000_000, added: 1, changed: 2, removed: 0, locked: 3, change_id: 4 };
const off = { period: 'off', url: '', mode: 'update' };

async function schedule(last: object | null) {
  const asked = serve({
    'GET /api/prices/schedule': { data: { ...off, last } },
    'PUT /api/prices/schedule': { data: { ...off, last } },
  });
  const onClose = vi.fn();
  await renderPart(
    <>
      <PriceScheduleForm onClose={onClose} />
      <ToastHost />
    </>,
  );
  await screen.findByRole('dialog', { name: 'Apply a price list automatically' });
  return { asked, onClose };
}

describe('the schedule of price lists', () => {
  it('is set', async () => {
    const { asked, onClose } = await schedule(null);
    expect(screen.getByText('Not run yet')).toBeTruthy();
    await userEvent.selectOptions(screen.getByLabelText('Frequency'), 'Daily');
    await userEvent.type(screen.getByLabelText('Address of the price list'), 'prices.json');
    await userEvent.selectOptions(screen.getByLabelText('Mode'), 'Add and change');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText(/http:\/\/ or/)).toBeTruthy();
    expect(asked).toEqual([]);
    await userEvent.clear(screen.getByLabelText('Address of the price list'));
    await userEvent.type(screen.getByLabelText('Address of the price list'), 'https://prices.test/a');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await vi.waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(asked.map(({ body }) => body)).toEqual([
      { period: 'daily', url: 'https://prices.test/a', mode: 'merge' },
    ]);
  });

  it('shows what the last run came to and what it left out', async () => {
    await schedule({ ...run, left_out: ['a', 'b'], bad: [], failure: '' });
    expect(screen.getByText(/New: 1\. Changed: 2\. Removed: 0\..*not changed: 3/)).toBeTruthy();
    expect(screen.getByText(/not changed: a, b/)).toBeTruthy();
  });

  it('names why a list was not taken', async () => {
    const bad = [{ place: 3, model: 'odd', field: 'input', code: 'too_small' }];
    await schedule({ ...run, left_out: [], bad, failure: 'price_list.has_bad_entries' });
    expect(
      screen.getByText('Some entries of the price list are not prices. Nothing was changed.'),
    ).toBeTruthy();
    expect(screen.getByText(/#3 · odd · input: Too small/)).toBeTruthy();
  });
});
