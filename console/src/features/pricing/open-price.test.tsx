import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { renderPart } from '../../ui/test/test-screen.tsx';
import { serve } from '../../ui/test/test-server.ts';
import { OpenPrice } from './open-price.tsx';

async function openNew(prices: readonly object[] = []) {
  const onClose = vi.fn();
  const asked = serve({
    'GET /api/prices': { data: prices },
    'GET /api/prices/model_list': { data: ['fresh'] },
    'GET /api/model_ownedby/': { data: [{ id: 1, name: 'OpenAI', icon: '' }] },
    'POST /api/prices/multiple': { data: null },
    'POST /api/prices/planned': { data: null },
  });
  await renderPart(<OpenPrice open="new" view="single" onClose={onClose} />);
  await screen.findByRole('dialog');
  return { onClose, sent: () => asked.filter(({ call }) => call.startsWith('POST')) };
}

const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name });
const chooseOwner = async () => {
  await screen.findByRole('option', { name: 'OpenAI' });
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Owner' }), 'OpenAI');
};
const fillIn = async (models: string) => {
  await userEvent.type(screen.getByRole('combobox', { name: 'Models' }), models);
  await chooseOwner();
  await userEvent.type(field('Input'), '3');
  await userEvent.type(field('Output'), '6');
};
const unfold = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const create = () => userEvent.click(screen.getByRole('button', { name: 'Set price' }));

beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe('a new price', () => {
  it('begins without figures, and closes without a question while nothing is typed', async () => {
    const { onClose } = await openNew();

    expect([field('Input').value, field('Output').value]).toEqual(['', '']);
    await userEvent.keyboard('{Escape}');

    expect(onClose).toHaveBeenCalledOnce();
  });

  it('is planned for a time that is chosen, for each of its models', async () => {
    const { onClose, sent } = await openNew();
    await fillIn('fresh{Enter}other{Enter}');
    await unfold('Takes effect');
    await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'Takes effect' }), 'Scheduled');
    await create();

    await vi.waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    const midnight = new Date();
    midnight.setHours(24, 0, 0, 0);
    expect(sent().map(({ call, body }) => [call, body])).toMatchObject(
      ['fresh', 'other'].map((model) => [
        'POST /api/prices/planned',
        { model, channel_type: 1, valid_from: midnight.getTime() / 1000 },
      ]),
    );
  });

  it('is not sent before its owner is chosen', async () => {
    const { sent } = await openNew();
    await userEvent.type(screen.getByRole('combobox', { name: 'Models' }), 'fresh{Enter}');
    await userEvent.type(field('Input'), '3');
    await userEvent.type(field('Output'), '6');
    await create();

    expect(await screen.findByText('Choose a model owner.')).toBeTruthy();
    expect(sent()).toEqual([]);

    await chooseOwner();
    await create();
    await vi.waitFor(() => expect(sent().length).toBe(1));
    expect(sent()[0]?.body).toMatchObject({ price: { channel_type: 1 } });
  });

  it('is not sent while a figure is missing, because a forgotten one must not make a model free', async () => {
    const { sent } = await openNew();
    await userEvent.type(screen.getByRole('combobox', { name: 'Models' }), 'fresh{Enter}');
    await chooseOwner();
    await userEvent.type(field('Input'), '3');
    await create();

    expect((await screen.findAllByText('Enter a number.')).length, 'the output only').toBe(1);
    expect(sent()).toEqual([]);

    await userEvent.type(field('Output'), '6');
    await create();

    await vi.waitFor(() => expect(sent().length).toBe(1));
    expect(sent()[0]?.body).toMatchObject({ models: ['fresh'], price: { input: 1.5, output: 3 } });
  });

  it('gets hours with a preview, whose faults stand at their fields, and loses them again', async () => {
    const { sent } = await openNew();
    await fillIn('fresh{Enter}');
    await unfold('Prices by the hour');
    await userEvent.click(await screen.findByRole('button', { name: 'Add hours' }));
    await userEvent.clear(field('Time zone of the hours'));
    await userEvent.type(field('Time zone of the hours'), 'Mars/Olympus');
    await userEvent.click(screen.getByRole('button', { name: 'Saturday' }));
    await userEvent.clear(field('To'));
    await userEvent.type(field('To'), '25:00');
    expect(screen.queryByRole('region', { name: 'The next seven days' })).toBeNull();
    await create();

    expect(await screen.findByText('Enter a time such as 16:30.')).toBeTruthy();
    expect(screen.getByText(/^Unknown time zone/)).toBeTruthy();
    expect(sent()).toEqual([]);

    await userEvent.clear(field('Time zone of the hours'));
    await userEvent.type(field('Time zone of the hours'), 'UTC');
    await userEvent.clear(field('To'));
    await userEvent.type(field('To'), '08:30');
    await userEvent.type(field('Factor'), '0.5');
    expect(await screen.findByRole('region', { name: 'The next seven days' })).toBeTruthy();
    await create();

    const rule = { days: [1, 2, 3, 4, 5, 6], from: '00:00', to: '08:30', on_holidays: false, ratio: 0.5 };
    await vi.waitFor(() => expect(sent().length).toBe(1));
    expect(sent()[0]?.body).toMatchObject({
      price: { hours: { time_zone: 'UTC', holidays: [], rules: [rule] } },
    });
  });

  it('has no hours any more once the last ones are removed', async () => {
    const { sent } = await openNew();
    await fillIn('fresh{Enter}');
    await unfold('Prices by the hour');
    await userEvent.click(await screen.findByRole('button', { name: 'Add hours' }));
    await userEvent.click(screen.getByRole('button', { name: 'Remove hours 1' }));
    await screen.findByRole('button', { name: 'Add hours' });
    await create();

    await vi.waitFor(() => expect(sent().length).toBe(1));
    expect(sent()[0]?.body).toMatchObject({ price: { input: 1.5 } });
    expect(sent()[0]?.body).not.toHaveProperty('price.hours');
  });

  it('keeps what is not changed of a price that the model has', async () => {
    const priced = {
      ...{ model: 'qwen-max', type: 'tokens', channel_type: 1, locked: true, etag: '"1"' },
      ...{ input: 0.8, output: 3.2, extra_ratios: { cached_read_tokens: 0.2 } },
      ...{ units: [], steps: [], tiers: { flex: 0.5 } },
    };
    const { sent } = await openNew([priced]);
    const models = screen.getByRole('combobox', { name: 'Models' });
    await userEvent.type(models, 'qwen-max{Enter}');
    expect([field('Input').value, field('Output').value, field('Cache read').value]).toEqual([
      ...['1.6', '6.4', '0.32'],
    ]);
    expect(field('Flex').value).toBe('0.5');
    await userEvent.clear(field('Output'));
    await userEvent.type(field('Output'), '8');
    await create();

    await vi.waitFor(() => expect(sent().length).toBe(1));
    const { etag: _, ...kept } = priced;
    expect(sent()[0]?.body).toMatchObject({
      models: ['qwen-max'],
      price: { ...kept, output: 4, model: 'shared' },
    });
  });

  it('takes over only figures that nobody typed, and gives them back with the model', async () => {
    const priced = {
      ...{ model: 'qwen-max', type: 'tokens', channel_type: 1, locked: false, etag: '"1"' },
      ...{ input: 0.8, output: 3.2, extra_ratios: {}, units: [], steps: [], tiers: {} },
    };
    await openNew([priced]);
    await userEvent.type(field('Input'), '7');
    const models = screen.getByRole('combobox', { name: 'Models' });
    await userEvent.type(models, 'qwen-max{Enter}');
    expect([field('Input').value, field('Output').value]).toEqual(['7', '6.4']);

    await userEvent.type(models, '{Backspace}');
    expect([field('Input').value, field('Output').value]).toEqual(['7', '']);
  });

  it('can be typed in yuan', async () => {
    const { sent } = await openNew();
    await userEvent.type(screen.getByRole('combobox', { name: 'Models' }), 'fresh{Enter}');
    await chooseOwner();
    await userEvent.click(screen.getByRole('button', { name: 'CN¥' }));
    await userEvent.type(field('Input'), '14');
    await userEvent.type(field('Output'), '3.5');
    await create();

    await vi.waitFor(() => expect(sent().length).toBe(1));
    expect(sent()[0]?.body).toMatchObject({ price: { input: 1, output: 0.25 } });
    await userEvent.click(screen.getByRole('button', { name: '$' }));
  });

  it('needs no output when a call has one price', async () => {
    const { sent } = await openNew();
    await userEvent.type(screen.getByRole('combobox', { name: 'Models' }), 'fresh{Enter}');
    await chooseOwner();
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Charged' }), 'per call');
    await userEvent.type(field('A call'), '0.1');
    await create();

    await vi.waitFor(() => expect(sent().length).toBe(1));
    expect(sent()[0]?.body).toMatchObject({ price: { type: 'times', output: 0 } });
  });
});

const part = (name: string) => within(screen.getByRole('group', { name }));
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const example = () => screen.getByRole('region', { name: 'Worked example' }).textContent;

/** A new price of $2 and $8 per 1M tokens. */
async function openTyped() {
  const opened = await openNew();
  await press('per 1M');
  await userEvent.type(screen.getByRole('combobox', { name: 'Models' }), 'fresh{Enter}');
  await chooseOwner();
  await userEvent.type(field('Input'), '2');
  await userEvent.type(field('Output'), '8');
  return opened;
}

describe('the parts of a price', () => {
  it('are typed as money or as multipliers, and sent as multipliers', async () => {
    const { sent } = await openTyped();
    await press('Per-unit prices');
    await press('Add a unit price');
    const unit = part('Unit price 1');
    await userEvent.selectOptions(unit.getByRole('combobox', { name: 'Unit' }), 'Image');
    await userEvent.type(unit.getByRole('textbox', { name: 'Price' }), '0.04');
    await userEvent.type(unit.getByRole('textbox', { name: /Variant/ }), '1024x1024 high');
    await press('Long inputs');
    await press('Add a price for long inputs');
    await userEvent.type(part('Long input 1').getByRole('textbox', { name: 'Input' }), '4');
    await userEvent.type(part('Long input 1').getByRole('textbox', { name: 'Output' }), '12');
    await press('Service tiers');
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Add a service tier' }), 'Flex');
    await userEvent.type(part('Flex').getByRole('textbox', { name: 'Flex' }), '0.5');
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Add token type' }), 'Cache read');
    await userEvent.clear(field('Cache read'));
    await userEvent.type(field('Cache read'), '0.2');
    expect(screen.getByText('×0.1 of the input price')).toBeTruthy();

    await press('Multiplier');
    expect(part('Unit price 1').getByRole<HTMLInputElement>('textbox', { name: 'Price' }).value).toBe('20');
    expect(field('Cache read').value).toBe('0.1');
    await create();

    await vi.waitFor(() => expect(sent().length).toBe(1));
    expect(sent()[0]?.body).toMatchObject({
      price: {
        input: 1,
        output: 4,
        extra_ratios: { cached_read_tokens: 0.1 },
        units: [{ kind: 'image', variant: '1024x1024 high', price: 20 }],
        steps: [{ above: 200_000, input: 2, output: 6 }],
        tiers: { flex: 0.5 },
      },
    });
  });

  it('keep the unit that was chosen, for the next price', async () => {
    await openNew();
    await press('Multiplier');
    cleanup();
    await openNew();
    expect(screen.getByRole('button', { name: 'Multiplier' }).getAttribute('aria-pressed')).toBe('true');
    await press('per 1M');
  });

  it('are named at their field where they repeat or are missing', async () => {
    const { sent } = await openTyped();
    await press('Long inputs');
    await press('Add a price for long inputs');
    await press('Add a price for long inputs');
    const second = part('Long input 2');
    await userEvent.type(second.getByRole('textbox', { name: 'Input' }), '4');
    await userEvent.type(second.getByRole('textbox', { name: 'Output' }), '12');
    await create();

    expect((await part('Long input 1').findAllByText('Enter a number.')).length).toBe(2);
    await userEvent.type(part('Long input 1').getByRole('textbox', { name: 'Input' }), '4');
    await userEvent.type(part('Long input 1').getByRole('textbox', { name: 'Output' }), '12');
    await create();

    expect(
      await part('Long input 2').findByText('This number of input tokens already has a price.'),
    ).toBeTruthy();
    expect(sent()).toEqual([]);
    await press('Remove long input 2');
    await create();
    await vi.waitFor(() => expect(sent().length).toBe(1));
  });

  it('leave none behind when they are removed', async () => {
    const { sent } = await openTyped();
    await press('Service tiers');
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Add a service tier' }), 'Batch');
    await press('Remove Batch');
    await create();

    await vi.waitFor(() => expect(sent().length).toBe(1));
    expect(sent()[0]?.body).toMatchObject({ price: { tiers: {}, extra_ratios: {} } });
  });
});

describe('the worked example', () => {
  it('is computed from what is typed, and rounds up once', async () => {
    await openTyped();
    await unfold('Worked example');
    await screen.findByRole('region', { name: 'Worked example' });
    expect(example()).toContain('The call costs 18,000 points, $0.036');

    await userEvent.clear(field('Tokens in'));
    await userEvent.type(field('Tokens in'), '3');
    await userEvent.clear(field('of them cached'));
    await userEvent.type(field('of them cached'), '1');
    await userEvent.clear(field('Tokens out'));
    await userEvent.type(field('Tokens out'), '1');
    await press('Multiplier');
    await userEvent.clear(field('Input'));
    await userEvent.type(field('Input'), '0.1');
    await userEvent.clear(field('Output'));
    await userEvent.type(field('Output'), '0.2');
    // 3 × 0.1 + 0.2, where floating point numbers would come to 0.5000000000000001.
    expect(example()).toContain('Input: 2 × 0.1');
    expect(example()).toContain('Sum 0.5, rounded up once');
    expect(example()).toContain('The call costs 1 point,');

    await userEvent.clear(field('Input'));
    expect(example()).toContain('Fill in prices and counts to see the cost.');
  });

  it('takes the price for long inputs and the factor of a tier', async () => {
    await openTyped();
    await press('Long inputs');
    await press('Add a price for long inputs');
    await userEvent.type(part('Long input 1').getByRole('textbox', { name: 'Input' }), '4');
    await userEvent.type(part('Long input 1').getByRole('textbox', { name: 'Output' }), '12');
    await press('Service tiers');
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Add a service tier' }), 'Flex');
    await userEvent.type(field('Flex'), '0.5');
    await unfold('Worked example');
    await screen.findByRole('region', { name: 'Worked example' });
    await userEvent.clear(field('Tokens in'));
    await userEvent.type(field('Tokens in'), '300000');
    expect(example()).toContain('At the price for more than 200,000 input tokens.');
    // 300 000 × 2 + 2 000 × 6, in multipliers
    expect(example()).toContain('The call costs 612,000 points');

    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Service tier' }), 'Flex');
    expect(example()).toContain('The call costs 306,000 points');
  });
});
