import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { noPriceParts } from '@turnpike/contract';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { renderPart } from '../../ui/test/test-screen.tsx';
import { serve } from '../../ui/test/test-server.ts';
import ModelPricePage from './model-price-page.tsx';

const price = (model: string, parts: object) => ({
  groups: ['default'],
  owned_by: 'OpenAI',
  price: {
    ...{ model, type: 'tokens', channel_type: 1, input: 1.25, output: 7.5, locked: false, extra_ratios: {} },
    ...noPriceParts(),
    ...parts,
  },
});

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2027-03-01T05:00Z') });
  serve({
    'GET /api/available_model': {
      data: {
        'gpt-5.4': price('gpt-5.4', { steps: [{ above: 272_000, input: 2.5, output: 11.25 }] }),
        'deepseek-chat': price('deepseek-chat', {
          hours: {
            ...{ time_zone: 'UTC', holidays: [] },
            rules: [{ days: [1], from: '01:00', to: '08:30', on_holidays: false, ratio: 0.5 }],
          },
        }),
        'my-pictures': price('my-pictures', {
          ...{ input: 0, output: 0 },
          units: [{ kind: 'image', variant: '', price: 20 }],
        }),
      },
    },
    'GET /api/user_group_map': { data: { default: { id: 1, symbol: 'default', name: 'Default', ratio: 2 } } },
    'GET /api/model_ownedby/': { data: [{ id: 1, name: 'OpenAI', icon: '' }] },
  });
  await renderPart(<ModelPricePage />, { self: { id: 1, role: 1, group: 'default' } });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const rowOf = async (model: string) => within((await screen.findByText(model)).closest('tr') as HTMLElement);

it('opens a model with its facts, their source, and its price for the group', async () => {
  await userEvent.click(await screen.findByRole('link', { name: 'gpt-5.4' }));
  const drawer = within(await screen.findByRole('dialog', { name: 'gpt-5.4' }));

  expect((await drawer.findByText('Context')).nextSibling?.textContent).toBe('1,050,000 tokens');
  expect(drawer.getByText('Longest output').nextSibling?.textContent).toBe('128,000 tokens');
  expect(drawer.getByText('Abilities').nextSibling?.textContent).toContain('vision · PDF · tools');
  expect(drawer.getByRole('link', { name: 'developers.openai.com' })).toBeTruthy();
  expect(drawer.getByText('Price lists').nextSibling?.textContent).toMatch(/^LiteLLM \S+, model-prices \S+$/);
  expect(drawer.getByText('Prices of the chosen group, per 1M tokens.')).toBeTruthy();
  expect(drawer.getByText('Above 272,000 input tokens').nextSibling?.textContent).toBe(
    'Input $10.00, output $45.00',
  );
});

it('says in the list what the hour makes of a price, and until when', async () => {
  const row = await rowOf('deepseek-chat');
  const until = new Intl.DateTimeFormat('en-US', { timeStyle: 'short' }).format(
    new Date('2027-03-01T08:30Z'),
  );
  expect(row.getByText(`Off-peak now: 50% of the price until ${until}`)).toBeTruthy();
  expect(row.getByRole('button', { name: '+ hours' })).toBeTruthy();
});

it('leaves blank what is not known, and does not call free what is paid by the picture', async () => {
  const row = await rowOf('my-pictures');
  expect(row.queryByText('Free')).toBeNull();
  expect(row.getByRole('button', { name: '+ units' })).toBeTruthy();

  await userEvent.click(screen.getByRole('link', { name: 'my-pictures' }));
  const drawer = within(await screen.findByRole('dialog', { name: 'my-pictures' }));
  expect(await drawer.findByText('This model is not in the built-in list.')).toBeTruthy();
  expect(drawer.queryByText('Context')).toBeNull();
  expect(drawer.getByText('Image').nextSibling?.textContent).toBe('$0.08 per image');
});
