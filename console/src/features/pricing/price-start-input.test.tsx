import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { renderPart } from '../../ui/test/test-screen.tsx';
import { PriceStartInput } from './price-start-input.tsx';

afterEach(cleanup);

it.each([
  ['a moment that is over', 1_000_000_000, 'Choose a time in the future.'],
  ['an incomplete moment', Number.NaN, 'This date is not valid.'],
])('says what is wrong with %s', async (_, value, fault) => {
  await renderPart(<PriceStartInput value={value} onChange={() => {}} />);
  expect((await screen.findByRole('alert')).textContent).toBe(fault);
});
