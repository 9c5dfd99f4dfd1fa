import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { noPriceParts, type Price } from '@turnpike/contract';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { renderPart } from '../../../ui/test/test-screen.tsx';
import { serve } from '../../../ui/test/test-server.ts';
import { ToastHost } from '../../../ui/toast/toast-host.tsx';
import { useSavePrice } from '../pricing-api.ts';
import { JumpQuestionHost } from './jump-question-host.tsx';
import { PriceHistory } from './price-history.tsx';

const price = (model: string, given: Partial<Price> = {}): Price => ({
  ...{ model, type: 'tokens', channel_type: 1, input: 1, output: 2, locked: false, extra_ratios: {} },
  ...noPriceParts(),
  ...given,
});
const page = (data: unknown[]) => ({ data: { data, page: 1, size: 20, total_count: data.length } });

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function Save({ next }: { next: Price }) {
  const save = useSavePrice();
  const run = () => save.mutate({ original_models: [], models: ['a', 'b'], price: next, etags: ['"1"'] });
  return (
    <>
      <button type="button" onClick={run}>
        Save
      </button>
      <JumpQuestionHost />
      <output>{save.status}</output>
    </>
  );
}

describe('a change that looks like a slip', () => {
  const save = async (next: Price) => {
    const asked = serve({
      'GET /api/prices': {
        data: [price('a'), price('b', { input: 30 })].map((one) => ({ ...one, etag: '"1"' })),
      },
      'POST /api/prices/multiple': () =>
        asked.filter(({ call }) => call === 'POST /api/prices/multiple').length === 1
          ? { status: 409, code: 'price.unconfirmed' }
          : {},
    });
    await renderPart(<Save next={next} />);
    await userEvent.click(await screen.findByRole('button', { name: 'Save' }));
    return {
      asked,
      dialog: await screen.findByRole('dialog', { name: 'Are these price changes intended?' }),
    };
  };

  it('is asked about with before and after, and sent again as confirmed', async () => {
    const { asked, dialog } = await save(price('x', { input: 40, output: 0 }));
    expect(dialog.textContent).toContain('a · Input: $2.00 →becomes $80.00');
    expect(dialog.textContent).toContain('b · Output: $4.00 →becomes Free');
    expect(dialog.textContent).not.toContain('b · Input');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Change prices' }));
    await screen.findByText('success');
    expect(asked.map(({ body, ifMatch }) => [(body as { confirmed: boolean }).confirmed, ifMatch])).toEqual([
      [false, '"1"'],
      [true, '"1"'],
    ]);
  });

  it('is not made where it is not meant', async () => {
    const { asked, dialog } = await save(price('x', { input: 40 }));
    await userEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    await screen.findByText('error');
    expect(asked).toHaveLength(1);
  });
});

describe('the history of prices', () => {
  const facts = { change_id: 7, kind: 'list', created_at: 1_700_000_000, username: 'ann', version: 2 };

  it('shows changes with before and after, and takes one back', async () => {
    const asked = serve({
      'GET /api/prices/planned': page([]),
      'GET /api/prices/changes': page([
        { ...facts, id: 7, undoes: null, count: 3, models: ['a', 'b', 'c'] },
        { ...facts, id: 6, kind: 'set', username: '', undoes: null, count: 1, models: ['a'] },
      ]),
      'GET /api/prices/versions': page([
        { ...facts, id: 1, model: 'a', before: price('a'), after: price('a', { input: 3 }) },
        { ...facts, id: 2, model: 'b', before: null, after: price('b') },
        { ...facts, id: 3, model: 'c', before: price('c'), after: null },
      ]),
      'POST /api/prices/changes/7/undo': { data: { restored: 2, kept: ['c'] } },
    });
    await renderPart(
      <>
        <PriceHistory model={undefined} unit="1M" onClose={() => {}} />
        <ToastHost />
      </>,
    );
    const [first, second] = within(await screen.findByRole('list', { name: 'Changes' })).getAllByRole(
      'listitem',
    );
    expect(first?.textContent).toContain('From a price list · 3 prices');
    expect(second?.textContent).toContain('The gateway');

    await userEvent.click(within(first as HTMLElement).getByRole('button', { name: 'Show' }));
    const versions = within(await within(first as HTMLElement).findByRole('list')).getAllByRole('listitem');
    expect(versions.map(({ textContent }) => textContent)).toEqual([
      expect.stringContaining('Input: $2.00 →becomes $6.00'),
      expect.stringContaining('No price →becomes $2.00 / $4.00'),
      expect.stringContaining('$2.00 / $4.00 →becomes No price'),
    ]);

    await userEvent.click(within(first as HTMLElement).getByRole('button', { name: 'Undo' }));
    const dialog = await screen.findByRole('dialog', { name: 'Undo the change of 3 prices?' });
    expect(asked).toEqual([]);
    await userEvent.click(within(dialog).getByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('2 prices restored. Changed since and not restored: c')).toBeTruthy();
  });

  it('shows what is planned, and gives it up', async () => {
    const asked = serve({
      'GET /api/prices/planned': page([
        {
          id: 4,
          valid_from: 1_800_000_000,
          created_at: 1,
          username: 'ann',
          price: price('soon', { input: 5 }),
        },
      ]),
      'GET /api/prices/changes': page([]),
      'DELETE /api/prices/planned/4': {},
    });
    await renderPart(<PriceHistory model={undefined} unit="1M" onClose={() => {}} />);
    const row = within(await screen.findByRole('list', { name: 'Scheduled prices' })).getByRole('listitem');
    expect(row.textContent).toContain('soon · $10.00 / $4.00');
    expect(await screen.findByText('No changes yet')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Cancel the scheduled price of soon' }));
    await vi.waitFor(() => expect(asked.map(({ call }) => call)).toEqual(['DELETE /api/prices/planned/4']));
  });

  it('is that of one model', async () => {
    serve({
      'GET /api/prices/versions': page([
        { ...facts, id: 1, model: 'a', kind: 'undo', before: price('a'), after: price('a', { output: 8 }) },
      ]),
    });
    await renderPart(<PriceHistory model="a" unit="1M" onClose={() => {}} />);
    const row = within(await screen.findByRole('list', { name: 'Changes' })).getByRole('listitem');
    expect(row.textContent).toContain('Version 2 · Undo · ann');
    expect(row.textContent).toContain('Output: $4.00 →becomes $16.00');
  });
});
