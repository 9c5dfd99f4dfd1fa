import { describe, expect, it } from 'vitest';
import { readSetupCode } from './turnpike-process.ts';

describe('what the tests read from the first start', () => {
  it('is the set-up code', () => {
    expect(readSetupCode('Open http://127.0.0.1:3000\nSet-up code: ABCD-EFGH-2345\n')).toBe('ABCD-EFGH-2345');
  });

  it('is nothing once root exists', () => {
    expect(readSetupCode('Open http://127.0.0.1:3000\n')).toBeUndefined();
  });
});
