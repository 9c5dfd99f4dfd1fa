import { cleanup } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { renderPart } from '../test/test-screen.tsx';
import { BalanceText } from './balance-text.tsx';

afterEach(cleanup);

it.each([
  [500_000, 500_000, true, '$1.00'],
  [499_999, 500_000, true, '$1.00low'],
  [0, 500_000, true, '$0.00used up'],
  [-500_000, 500_000, true, '−$1.00used up'],
  [4_000, 500_000, false, '4,000low'],
  [0, 0, true, '$0.00'],
])('%i points, reminded of below %i, money: %s', async (points, remindBelow, showsCurrency, shown) => {
  const { container } = await renderPart(<BalanceText points={points} />, { showsCurrency, remindBelow });
  expect(container.textContent).toBe(shown);
});
