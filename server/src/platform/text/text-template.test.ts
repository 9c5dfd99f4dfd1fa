import { describe, expect, it } from 'vitest';
import { fillTemplate, readTemplate } from './text-template.ts';

const places = new Set(['model', 'user'] as const);
const fill = (text: string, fixed?: Record<string, string>): string => {
  const read = readTemplate(text, places, fixed);
  return typeof read === 'string' ? `whole:${read}` : fillTemplate(read, (place) => `<${place}>`);
};

describe('a text with places', () => {
  it.each([
    ['plain', 'whole:plain'],
    ['{{model}}', '<model>'],
    ['a {{ user }}{{model}} b', 'a <user><model> b'],
    ['{{other}} {model} {{ {{model}}', '{{other}} {model} {{ <model>'],
    ['{{other}}', 'whole:{{other}}'],
  ])('%s is filled: %s', (text, filled) => {
    expect(fill(text)).toBe(filled);
  });

  it('has what is known already, in which no place is looked for', () => {
    expect(fill('k={{key}}', { key: '{{model}}' })).toBe('whole:k={{model}}');
    expect(fill('{{user}} k={{key}}', { key: '{{model}}' })).toBe('<user> k={{model}}');
  });
});
