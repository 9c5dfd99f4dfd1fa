import { type FilterFields, type FilterOf, setFields } from '@turnpike/contract';
import type { ZodCatch } from 'zod';

/** Parts of an address by the fields of a list; an invalid value is not set. */
export const addressOf = <Fields extends FilterFields>(fields: Fields) =>
  Object.fromEntries(Object.entries(fields).map(([name, { query }]) => [name, query.catch(undefined)])) as {
    [Name in keyof Fields]: ZodCatch<Fields[Name]['query']>;
  };

/** Clears every field of an address. */
export const noneOf = <Fields extends FilterFields>(fields: Fields) =>
  Object.fromEntries(Object.keys(fields).map((name) => [name, undefined])) as {
    [Name in keyof Fields]: undefined;
  };

/** The set values of a filter, as a query of the server; anything else of the filter is left out. */
export const valuesOf = <Fields extends FilterFields>(fields: Fields, filter: FilterOf<Fields>) =>
  Object.fromEntries(setFields(fields, filter).map(({ name, value }) => [name, value])) as FilterOf<Fields>;
