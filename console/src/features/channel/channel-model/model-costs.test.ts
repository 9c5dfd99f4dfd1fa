import { channelInput } from '@turnpike/contract';
import { describe, expect, it } from 'vitest';
import { faultsOf, type ModelCostRow, ratiosOf, rowsOf, upstreamModels } from './model-costs.ts';

const rule = channelInput.shape.model_cost_ratios;
const row = (model: string, typed: string): ModelCostRow => ({ model, typed });

describe('cost ratios of single models', () => {
  it('are rows and back, to the last decimal', () => {
    const ratios = { 'gpt-4.1': 0.5, 'o3-mini': 0, tiny: 1e-9, large: 1_000_000, '100': 100 };
    expect(ratiosOf(rowsOf(ratios))).toEqual(ratios);
    expect(rule.safeParse(ratiosOf(rowsOf(ratios))).success).toBe(true);
    expect(rowsOf({ tiny: 1e-9, large: 1_000_000 }).map(({ typed }) => typed)).toEqual([
      '0.000000001',
      '1000000',
    ]);
  });

  it.each([
    ['', '1', { model: 'field.required' }],
    ['m', '', { ratio: 'field.required' }],
    ['m', 'x', { ratio: 'field.not_a_number' }],
    ['m', '-1', { ratio: 'field.too_small|0' }],
    ['m', '1000001', { ratio: 'field.too_big|1000000' }],
    ['m', '0.1234567891', { ratio: 'number.too_many_decimals' }],
    ['kept', '2', { model: 'repeated' }],
  ])('are not saved with a row “%s” “%s”', (model, typed, fault) => {
    const rows = [row('kept', '1'), row(model, typed)];
    expect(faultsOf(rows)).toEqual([{}, fault].map((one) => expect.objectContaining(one)));
    expect(rule.safeParse(ratiosOf(rows)).success).toBe(false);
  });

  it('leave out rows that are empty', () => {
    expect(ratiosOf([row(' ', ''), row(' m ', '0,5')])).toEqual({ m: 0.5 });
  });

  it('go by the names that the upstream is asked for', () => {
    expect(upstreamModels('a,b,c', '{"a":"+x","b":"x"}')).toEqual(['x', 'c']);
    expect(upstreamModels('a,gpt-*', '')).toBeUndefined();
  });
});
