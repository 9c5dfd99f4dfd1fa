import { cleanup, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { renderPart } from '../test/test-screen.tsx';
import { QuotaText } from './quota-text.tsx';

afterEach(cleanup);

describe('QuotaText', () => {
  it.each([
    [500_000, false, '$1.00'],
    [-1_250_000, false, '−$2.50'],
    [20, true, '$0.000040'],
    [0, false, '$0.00'],
    [20, false, '<$0.01'],
    [-20, false, '−<$0.01'],
    [-20, true, '−$0.000040'],
  ])('shows %i points as money', async (points, isPrecise, shown) => {
    await renderPart(<QuotaText points={points} isPrecise={isPrecise} />);
    expect(screen.getByText(shown)).toBeTruthy();
  });

  it.each([
    [9_999, '9,999'],
    [12_300, '12.3K'],
    [4_500_000, '4.5M'],
    [2_000_000_000, '2B'],
  ])('shortens %i points where the site shows none', async (points, shown) => {
    await renderPart(<QuotaText points={points} />, { showsCurrency: false });
    expect(screen.getByText(shown)).toBeTruthy();
  });

  it.each([
    [500_000, '+$1.00'],
    [-500_000, '−$1.00'],
    [0, '$0.00'],
    [20, '+<$0.01'],
    [10_000_000, '+$20.00'],
  ])('signs %i points as a change', async (points, shown) => {
    await renderPart(<QuotaText points={points} isSigned />);
    expect(screen.getByText(shown)).toBeTruthy();
  });

  it('keeps the exact points in its title', async () => {
    await renderPart(<QuotaText points={1_234_567} />);
    expect(screen.getByTitle('1,234,567 points')).toBeTruthy();
  });
});
