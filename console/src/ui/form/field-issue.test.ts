import { globSync, readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { startI18n } from '../../i18n/i18n.ts';
import { fieldText } from './field-issue.ts';

const contractDir = `${import.meta.dirname}/../../../../contract/src`;

/** Rules of the contract that have a name of their own, as `channel.model_empty`. */
const ownCodes = ['entities/*.ts', 'page.ts', 'points.ts', 'call.ts', 'text.ts']
  .flatMap((pattern) => globSync(pattern, { cwd: contractDir }))
  .map((file) => readFileSync(`${contractDir}/${file}`, 'utf8'))
  .flatMap((source) => [...source.matchAll(/'([a-z_]+\.[a-z_]+)'/g)].map(([, code = '']) => code));

/** The server's codes for faults of unnamed rules. */
const serverCodes = [
  ...['required', 'too_small', 'too_big', 'invalid_value', 'invalid_type', 'invalid_format'],
  ...['unrecognized_keys', 'invalid_text'],
];

beforeAll(() => startI18n('en_US'));

describe('the sentence below a field', () => {
  it.each([...new Set([...ownCodes, ...serverCodes])])('says what %s means', (code) => {
    expect(fieldText(code)).not.toBe(fieldText('no_such_code'));
    expect(fieldText(code)).not.toContain('{{');
  });

  it('names the limit where it is known', () => {
    expect(fieldText('field.too_long|30')).toBe('At most 30 characters.');
    expect(fieldText('too_big')).toBe('Too large or too long.');
  });
});
