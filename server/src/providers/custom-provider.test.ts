import { customDialects } from '@turnpike/contract';
import { describe, expect, it } from 'vitest';
import { customProvider } from './custom-provider.ts';

describe('a custom channel', () => {
  it('may speak every dialect that its provider has a form for, and no other', () => {
    const needed = customProvider.forms.flatMap(({ needs }) => needs ?? []);
    expect([...new Set(needed)].sort()).toEqual([...customDialects].sort());
    for (const dialect of customDialects)
      expect(customProvider.forms.find(({ needs }) => needs === dialect)?.dialect.name).toBe(dialect);
  });
});
