import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { renderPart } from '../test/test-screen.tsx';
import { useFormats } from '../text/use-formats.ts';
import { useChartFormats } from './use-chart-formats.ts';

function Figures({ value }: { value: number }) {
  const formats = useFormats();
  const chart = useChartFormats();
  return (
    <p>
      {[formats.compact(value), formats.quota(value), chart.countTick(value), chart.quotaTick(value)].join()}
    </p>
  );
}

const Money = () => <p>{useChartFormats().quota(4000)}</p>;

afterEach(cleanup);

it.each([
  [1910, '1,910'],
  [9999, '9,999'],
  [12_345, '12.3K'],
  [25_000_000, '25M'],
])('%i is shortened alike in tables, points and charts', async (value, shown) => {
  await renderPart(<Figures value={value} />, { showsCurrency: false });
  expect(screen.getByText(Array(4).fill(shown).join())).toBeTruthy();
});

it('money of charts has two decimals, as elsewhere', async () => {
  await renderPart(<Money />);
  expect(screen.getByText('<$0.01')).toBeTruthy();
});
