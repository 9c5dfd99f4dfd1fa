import { field, queryChoice, queryNumber, queryText } from '@turnpike/contract';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { addressOf, noneOf, valuesOf } from './list-fields.ts';

const fields = {
  colour: field(queryText(9), { about: 'Colour' }),
  size: field(queryNumber(), { about: 'Size' }),
};
const more = { ...fields, taste: field(queryChoice(['sweet', 'sour']), { about: 'Taste' }) };

describe('the fields of a list', () => {
  it('are parts of the address, and invalid values are not set', () => {
    const address = z.object(addressOf(more));
    expect(address.parse({ colour: ' red ', size: '3', taste: 'sour' })).toEqual({
      ...{ colour: 'red', size: 3, taste: 'sour' },
    });
    expect(address.parse({ colour: 'much too long', size: '-1', taste: 'salty' })).toEqual({});
    expect(address.parse({})).toEqual({});
  });

  it('are cleared together', () => {
    expect(noneOf(more)).toStrictEqual({ colour: undefined, size: undefined, taste: undefined });
  });

  it('are sent where they are set, without the rest of the filter', () => {
    const filter = { page: 3, open: 'new', colour: 'red', size: 0, taste: 'sour' } as const;
    expect(valuesOf(fields, filter)).toEqual({ colour: 'red' });
    expect(valuesOf(more, filter)).toEqual({ colour: 'red', taste: 'sour' });
  });
});
