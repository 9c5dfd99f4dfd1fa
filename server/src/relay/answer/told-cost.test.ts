import { describe, expect, it } from 'vitest';
import { usdText, withCost, withoutVendorCost } from './told-cost.ts';

const told = (json: string, points = 3): string => withCost(Buffer.from(json), points).toString();

describe('the cost beside a usage', () => {
  it('is exact in US dollars', () => {
    expect([0, 1, 3, 500_000, 2 ** 52].map(usdText)).toEqual([
      ...['0', '0.000002', '0.000006', '1', '9007199254.740992'],
    ]);
  });

  it('is added to the usage of each dialect, and nothing else is touched', () => {
    const number = '{"seed":12345678901234567890, "usage" : {"a":1e2 }}';
    expect(told(number)).toBe('{"seed":12345678901234567890, "usage" : {"a":1e2 ,"cost":0.000006}}');
    expect(told('{"usage":{"cost": 99.5 ,"is_byok":false}}')).toBe(
      '{"usage":{"cost": 0.000006 ,"is_byok":false}}',
    );
    expect(told('{"usageMetadata":{}}')).toBe('{"usageMetadata":{"cost":0.000006}}');
    expect(told('{"type":"response.completed","response":{"id":"r","usage":{"a":1}}}')).toBe(
      '{"type":"response.completed","response":{"id":"r","usage":{"a":1,"cost":0.000006}}}',
    );
  });

  it.each([
    '{"choices":[{"message":{"content":"\\"usage\\":{}"}}]}',
    '{"content":[{"type":"tool_use","input":{"usage":{"a":1}}}]}',
    '{"usage":null}',
    '{"usage":[1]}',
    '[DONE]',
    '{"usage":{"a":1}',
  ])('%s stays as it is', (json) => {
    expect(told(json)).toBe(json);
  });

  it('takes the place of what the upstream takes, also where nobody asked for it', () => {
    const replaced = (json: string): string => withoutVendorCost(Buffer.from(json), 3).toString();
    expect(
      replaced('{"usage":{"cost":0.00123,"cost_details":{"upstream_inference_cost":0.00111},"a":1}}'),
    ).toBe('{"usage":{"cost":0.000006,"cost_details":null,"a":1}}');
    expect(replaced('{"usage":{"cost_in_usd_ticks":37756000}}')).toBe(
      '{"usage":{"cost_in_usd_ticks":60000}}',
    );
    expect(replaced('{"usage":{"cost":{"request_cost":0.005,"total_cost":0.00502}}}')).toBe(
      '{"usage":{"cost":{"total_cost":0.000006}}}',
    );
    expect(told('{"usage":{"cost":{"total_cost":0.00502}}}')).toBe('{"usage":{"cost":0.000006}}');
    for (const json of ['{"usage":{"a":1}}', '{"choices":[{"message":{"content":"\\"cost\\":1"}}]}'])
      expect(replaced(json)).toBe(json);
    expect(told('{"usage":{"a":1,"cost_details":{"b":2}}}')).toBe(
      '{"usage":{"a":1,"cost_details":null,"cost":0.000006}}',
    );
  });
});
