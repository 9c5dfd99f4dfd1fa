import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, expect, it } from 'vitest';
import { loadTexts } from '../../i18n/i18n.ts';
import { renderPart } from '../test/test-screen.tsx';
import type { PriceUnit } from './price-unit.ts';
import { PriceUnitButtons } from './price-unit-buttons.tsx';
import { usePriceText } from './use-price-text.ts';

function Prices() {
  const [unit, setUnit] = useState<PriceUnit>('1M');
  const priceText = usePriceText(unit);
  return (
    <>
      <PriceUnitButtons value={unit} onChange={setUnit} />
      <p>{[1, 0.000_123_456, 0].map((multiplier) => priceText(multiplier)).join(' | ')}</p>
      <p>{priceText(1, true)}</p>
    </>
  );
}

afterEach(cleanup);

it('shows prices in yuan as well, at ¥0.014 for what costs $0.002', async () => {
  const user = userEvent.setup();
  await renderPart(<Prices />);
  await loadTexts('price');
  const press = (name: string) => user.click(screen.getByRole('button', { name }));
  expect(await screen.findByText('$2.00 | $0.000246912 | Free')).toBeTruthy();

  await press('CN¥');
  expect(screen.getByText('CN¥14.00 | CN¥0.00172838 | Free')).toBeTruthy();
  await press('per 1K');
  expect(screen.getByText('CN¥0.014 | CN¥0.00000172838 | Free')).toBeTruthy();
  expect(screen.getByText('CN¥0.014 per call')).toBeTruthy();

  // A multiplier has no currency; the choice is kept for the next visit.
  await press('Multiplier');
  expect(screen.queryByRole('button', { name: '$' })).toBeNull();
  cleanup();
  await renderPart(<Prices />);
  expect(await screen.findByText('CN¥14.00 | CN¥0.00172838 | Free')).toBeTruthy();
  await press('$');
});
