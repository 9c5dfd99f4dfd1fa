import { describe, expect, it } from 'vitest';
import { SecretFilter } from './secret-filter.ts';

const clean = (text: string, ...secrets: string[]): string =>
  String(new SecretFilter(secrets).clean(Buffer.from(text)));

describe('secrets in bytes', () => {
  it('are removed as they are and as JSON spells them', () => {
    const secret = 'ab/cd"12345678';
    const written = [secret, JSON.stringify(secret), 'ab\\/cd\\"12345678'].join(' und ');
    expect(clean(written, secret)).toBe('[removed] und "[removed]" und [removed]');
  });

  it('that may be honest words stay', () => {
    const honest = 'temperature max_tokens sk-1 EMPTY 123456789012345';
    expect(clean(honest, 'temperature', 'max_tokens', 'sk-1', 'EMPTY', '', '123456789012345')).toBe(honest);
  });

  it('that are not there cost no copy', () => {
    const bytes = Buffer.from('nothing');
    expect(new SecretFilter(['vendor-key-1234567890']).clean(bytes)).toBe(bytes);
  });
});
