import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { noPriceParts, type Price } from '@turnpike/contract';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { renderPart } from '../../ui/test/test-screen.tsx';
import { serve } from '../../ui/test/test-server.ts';
import { ToastHost } from '../../ui/toast/toast-host.tsx';
import { ComparePrices } from './compare-prices.tsx';
import { JumpQuestionHost } from './price-change/jump-question-host.tsx';

const price = (model: string, given: Partial<Price> = {}): Price => ({
  ...{ model, type: 'tokens', channel_type: 1, input: 1, output: 2, locked: false, extra_ratios: {} },
  ...noPriceParts(),
  ...given,
});
const noBad = { format: 'prices', bad_count: 0, bad: [], left_out_count: 0, unsaid_count: 0, unsaid: [] };
const inUse = [price('old'), price('kept', { locked: true }), price('same')];

type Answers = Parameters<typeof serve>[0];

async function compare(prices: Price[], answers: Answers = {}) {
  const onClose = vi.fn();
  const asked = serve({
    'GET /api/prices': { data: inUse },
    'GET /api/model_ownedby/': { data: [] },
    'POST /api/prices/preview': { data: { prices, ...noBad } },
    'POST /api/prices/sync': { data: { added: 1, changed: 1, removed: 0, locked: 0 } },
    ...answers,
  });
  await renderPart(
    <>
      <ComparePrices unit="1M" onClose={onClose} />
      <JumpQuestionHost />
      <ToastHost />
    </>,
  );
  return { asked, onClose, sent: () => asked.filter(({ call }) => call === 'POST /api/prices/sync') };
}

const box = (model: string) => screen.getByRole<HTMLInputElement>('checkbox', { name: `Select ${model}` });

beforeEach(() => localStorage.clear());
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe('the comparison with a price list', () => {
  const list = [price('old', { input: 3 }), price('kept', { input: 3 }), price('fresh'), price('same')];

  it('warns where a list has no hours for a vendor who bills by the hour', async () => {
    await compare([price('deepseek-chat', { channel_type: 28 }), price('fresh')]);
    const note = await screen.findByText(/their vendor bills by the hour/);
    expect(note.textContent).toMatch(/: deepseek-chat$/);
  });

  it('shows old and new in dollars, and takes what is chosen only', async () => {
    const { sent, onClose } = await compare([...list, price('unwanted')]);
    await screen.findByRole('table', { name: 'Differences' });

    expect(screen.getByRole('row', { name: /Select old/ }).textContent).toContain('$2.00 →becomes $6.00');
    expect(box('old').checked && box('fresh').checked).toBe(true);
    expect(box('kept').checked).toBe(false);
    expect(box('kept').disabled).toBe(true);
    expect(screen.queryByRole('checkbox', { name: 'Select same' })).toBeNull();

    await userEvent.click(box('unwanted'));
    await userEvent.click(screen.getByRole('button', { name: 'Apply 2 prices' }));

    expect(await screen.findByText('Prices applied: 1 new, 1 changed')).toBeTruthy();
    expect(sent().map(({ body }) => body)).toEqual([[price('old', { input: 3 }), price('fresh')]]);
    expect(onClose).toHaveBeenCalled();
  });

  it('marks what looks like a slip, takes it only where it is chosen, and asks once more', async () => {
    let tries = 0;
    const { sent } = await compare(
      [price('old', { input: 30 }), price('free', { input: 0, output: 0 }), price('fresh')],
      {
        'POST /api/prices/sync': () => {
          tries += 1;
          return tries === 1
            ? { status: 409, code: 'price.unconfirmed' }
            : { data: { added: 1, changed: 1, removed: 0, locked: 0 } };
        },
      },
    );
    await screen.findByRole('table', { name: 'Differences' });
    for (const model of ['old', 'free']) {
      expect(box(model).checked).toBe(false);
      expect(screen.getByRole('row', { name: new RegExp(`Select ${model}`) }).textContent).toContain(
        'More than ×10',
      );
    }
    expect(screen.getByRole('row', { name: /Select fresh/ }).textContent).not.toContain('×10');

    await userEvent.click(box('old'));
    await userEvent.click(screen.getByRole('button', { name: 'Apply 2 prices' }));
    const dialog = await screen.findByRole('dialog', { name: 'Are these price changes intended?' });
    await userEvent.click(within(dialog).getByRole('button', { name: 'Change prices' }));
    expect(await screen.findByText('Prices applied: 1 new, 1 changed')).toBeTruthy();
    expect(sent().map(({ query }) => query)).toEqual(['updateMode=merge', 'updateMode=merge&confirmed=true']);
  });

  it('leaves and chooses all of what the filter shows', async () => {
    await compare(list);
    await screen.findByRole('table', { name: 'Differences' });
    await userEvent.click(screen.getByRole('button', { name: 'New' }));
    expect(screen.queryByRole('checkbox', { name: 'Select old' })).toBeNull();

    await userEvent.click(screen.getByRole('checkbox', { name: 'Choose all' }));
    expect(screen.getByRole('button', { name: 'Apply 1 price' })).toBeTruthy();
    await userEvent.click(screen.getByRole('checkbox', { name: 'Choose all' }));
    expect(screen.getByRole('button', { name: 'Apply 2 prices' })).toBeTruthy();
  });

  it('asks before it changes more than twenty prices in use', async () => {
    const many = Array.from({ length: 21 }, (_, index) => price(`m${index}`));
    const { sent } = await compare(
      many.map((one) => ({ ...one, input: 7 })),
      { 'GET /api/prices': { data: many } },
    );
    await userEvent.click(await screen.findByRole('button', { name: 'Apply 21 prices' }));

    expect(await screen.findByRole('dialog', { name: 'Change 21 prices that are in use?' })).toBeTruthy();
    expect(sent()).toEqual([]);
    await userEvent.click(screen.getAllByRole('button', { name: 'Apply 21 prices' }).at(-1) as HTMLElement);
    await vi.waitFor(() => expect(sent()).toHaveLength(1));
  });

  it('overwrites all, with a warning, whatever is chosen', async () => {
    const { sent, onClose } = await compare(list, {
      'GET /api/prices': { data: [...inUse, price('ours'), price('ours too', { locked: true })] },
      'POST /api/prices/sync': { data: { added: 1, changed: 1, removed: 1, locked: 1 } },
    });
    await screen.findByRole('table', { name: 'Differences' });
    await userEvent.click(box('old'));
    await userEvent.click(screen.getByRole('button', { name: 'Overwrite all' }));

    const dialog = await screen.findByRole('dialog', { name: 'Replace all prices with this list?' });
    expect(dialog.textContent).toContain('New: 1. Changed: 1. Removed, because they are not in the list: 1;');
    expect(sent()).toEqual([]);
    await userEvent.click(within(dialog).getByRole('button', { name: 'Overwrite all' }));

    expect(await screen.findByText('Prices overwritten: 1 new, 1 changed, 1 removed')).toBeTruthy();
    expect(sent()).toMatchObject([{ body: list.map((one) => ({ ...one, locked: false })) }]);
    expect(sent()[0]?.query).toBe('updateMode=overwrite');
    expect(onClose).toHaveBeenCalled();
  });

  it('offers no overwriting where it would change nothing', async () => {
    await compare([price('same')], { 'GET /api/prices': { data: [price('same')] } });
    expect(await screen.findByText('No differences')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Overwrite all' })).toBeNull();
  });

  it('says when nothing differs, and names what is no price', async () => {
    const bad = [{ place: 3, model: 'odd', field: 'input', code: 'too_small' }];
    await compare([], {
      'POST /api/prices/preview': { data: { prices: [price('same')], ...noBad, bad_count: 2, bad } },
    });

    expect(await screen.findByText('No differences')).toBeTruthy();
    expect(screen.getByText(/#3 · odd · input: Too small/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Take/ })).toBeNull();
  });

  it('reads a file, and says what it is and what of it a price cannot say', async () => {
    const { asked } = await compare([], {
      'POST /api/prices/preview': () => ({
        data: {
          ...noBad,
          format: 'litellm',
          prices: asked.length < 2 ? [] : [price('fresh')],
          left_out_count: 7,
          unsaid_count: 1,
          unsaid: [{ model: 'fresh', fields: ['ocr_cost_per_page_batches'] }],
        },
      }),
    });
    await userEvent.click(await screen.findByRole('button', { name: 'File' }));
    const file = new File(['{"fresh":{}}'], 'prices.json', { type: 'application/json' });
    await userEvent.upload(screen.getByLabelText('Choose a file'), file);
    await screen.findByRole('checkbox', { name: 'Select fresh' });
    expect(asked.at(-1)?.body).toEqual({ file: '{"fresh":{}}' });
    expect(screen.getByText(/LiteLLM’s price map/)).toBeTruthy();
    expect(screen.getByText(/skipped: 7/)).toBeTruthy();
    expect(screen.getByText('fresh · ocr_cost_per_page_batches')).toBeTruthy();
  });

  it('reads an address when asked for, remembers it, and first checks that it is one', async () => {
    let code: string | undefined = 'price_list.private_network';
    const { asked } = await compare([], {
      'POST /api/prices/preview': () =>
        code === undefined ? { data: { prices: [price('fresh')], ...noBad } } : { code },
    });
    await screen.findByText('This could not be loaded');
    await userEvent.click(screen.getByRole('button', { name: 'Address' }));
    const field = screen.getByLabelText('Address of the price list');
    await userEvent.type(field, 'prices.json{Enter}');
    expect(screen.getByRole('alert').textContent).toMatch(/http/);
    expect(asked).toHaveLength(1);

    code = undefined;
    await userEvent.clear(field);
    await userEvent.type(field, 'https://prices.test/list{Enter}');

    await screen.findByRole('checkbox', { name: 'Select fresh' });
    expect(asked.at(-1)?.body).toEqual({ url: 'https://prices.test/list' });
    expect(localStorage.getItem('oneapi_price_update_url')).toBe('https://prices.test/list');
  });
});
