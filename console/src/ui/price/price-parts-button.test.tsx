import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { noPriceParts, type Price } from '@turnpike/contract';
import { afterEach, expect, it, vi } from 'vitest';
import { loadTexts } from '../../i18n/i18n.ts';
import { renderPart } from '../test/test-screen.tsx';
import { PricePartsButton } from './price-parts-button.tsx';

const price: Price = {
  ...{ model: 'm', type: 'tokens', channel_type: 1, input: 1, output: 4, locked: false, extra_ratios: {} },
  units: [{ kind: 'image', variant: '1024x1024 high', price: 20 }],
  steps: [{ above: 200_000, input: 2, output: 6 }],
  tiers: { flex: 0.5 },
};

async function renderParts(shown: Price) {
  await renderPart(<PricePartsButton model="m" price={shown} unit="1M" source={shown} />);
  await loadTexts('price');
}

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

it('marks what a price has beside tokens, and opens it', async () => {
  await renderParts(price);
  await userEvent.click(await screen.findByRole('button', { name: '+ units, long input, tiers' }));

  const panel = within(await screen.findByRole('dialog', { name: 'More prices of m' }));
  expect(panel.getByRole('region', { name: 'By unit' }).textContent).toContain(
    'Image (1024x1024 high)$0.04 per image',
  );
  expect(panel.getByText('Above 200,000 input tokens').nextSibling?.textContent).toBe(
    'Input $4.00, output $12.00',
  );
  expect(panel.getByText('Flex').nextSibling?.textContent).toBe('×0.5 · Input $1.00, output $4.00');
  expect(panel.getByRole('button', { name: 'Copy the price as JSON' })).toBeTruthy();
});

it('is not there where the ratios of tokens say everything', async () => {
  await renderParts({ ...price, ...noPriceParts() });
  expect(screen.queryByRole('button')).toBeNull();
});

it('says what the hour makes of a price, until when, and lists the next seven days', async () => {
  const now = new Date(2027, 2, 1, 7, 0);
  vi.useFakeTimers({ toFake: ['Date'], now });
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  const night = {
    ...{ days: [1, 2, 3, 4, 5, 6, 7], from: '00:30', to: '08:30' },
    ...{ on_holidays: false, ratio: 0.5 },
  };
  await renderParts({
    ...{ ...price, ...noPriceParts() },
    hours: { time_zone: timeZone, holidays: ['2027-03-02'], rules: [night] },
  });
  await userEvent.click(await screen.findByRole('button', { name: '+ hours' }));

  const panel = within(await screen.findByRole('region', { name: 'By the hour, on the whole price' }));
  expect(panel.getByText(/^Off-peak now: 50% of the price until 8:30/)).toBeTruthy();
  expect(panel.getByText('Mon, Mar 1').nextSibling?.textContent).toBe('00:30–08:30 ×0.5');
  expect(panel.getByText('Tue, Mar 2').nextSibling?.textContent).toBe('Usual price');
  expect(panel.getAllByRole('definition')).toHaveLength(7);
});
