import type { ZodType, z } from 'zod';

type FieldValue = string | number;

interface FieldFacts<Column extends string = string> {
  /** One line for the reference page. */
  about: string;
  /** Stored column that the value is compared with; absent where the list states the condition itself. */
  column?: Column;
  /**
   * Comparison with the column; equality unless given. Both texts are compared in any case. `present` looks at no value:
   * the column has one.
   */
  compare?: 'from' | 'to' | 'beginning' | 'part' | 'present';
  /** Values that stand for several stored ones. */
  sets?: Readonly<Record<string, readonly FieldValue[]>>;
  /**
   * In a list that grows without bound: `own` leads to the rows of a value, however many there are. Rows are searched for
   * any other, a bounded number at a time; the index of one `user` has the column, so a search of their rows is quick.
   */
  index?: 'own' | 'user';
  isForAdmins?: true;
}

/** A field that a list filters by. The fields of a list are a table: query, conditions and address follow from it. */
export interface FilterField<Column extends string = string> extends FieldFacts<Column> {
  query: ZodType<FieldValue | undefined>;
}
export type FilterFields = Readonly<Record<string, FilterField>>;

/** Values of some fields, as a query names them. */
export type FilterOf<Fields extends FilterFields> = {
  [Name in keyof Fields]?: z.output<Fields[Name]['query']>;
};

/**
 * Declares a field, e.g. `field(queryText(), { about: 'Whole name of the key', column: 'token_name' })`.
 * @param query reads the value; the empty text and 0 mean "not given"
 */
export const field = <Query extends ZodType<FieldValue | undefined>, const Facts extends FieldFacts>(
  query: Query,
  facts: Facts,
) => ({ ...facts, query: query.describe(facts.about) });

type OwnFields<Fields extends FilterFields> = {
  [Name in keyof Fields as Fields[Name] extends { isForAdmins: true } ? never : Name]: Fields[Name];
};

/** The fields that users may filter their own rows by. */
export const ownFields = <Fields extends FilterFields>(fields: Fields): OwnFields<Fields> =>
  Object.fromEntries(
    Object.entries(fields).filter(([, { isForAdmins }]) => isForAdmins !== true),
  ) as OwnFields<Fields>;

/** Shape of a query: `z.object(queryOf(fields))`. */
export const queryOf = <Fields extends FilterFields>(fields: Fields) =>
  Object.fromEntries(Object.entries(fields).map(([name, { query }]) => [name, query])) as {
    [Name in keyof Fields]: Fields[Name]['query'];
  };

/** Columns of a table's fields. */
export type ColumnOf<Fields extends FilterFields> = {
  [Name in keyof Fields]: Fields[Name] extends { column: infer Column extends string } ? Column : never;
}[keyof Fields];

export interface SetField<Name, Column extends string> {
  name: Name;
  field: FilterField<Column>;
  value: FieldValue;
}

/** The fields that narrow a list, each with its value. */
export const setFields = <Fields extends FilterFields>(
  fields: Fields,
  filter: FilterOf<Fields>,
): SetField<keyof Fields, ColumnOf<Fields>>[] =>
  (Object.keys(fields) as (keyof Fields)[]).flatMap((name) => {
    const value: FieldValue | undefined = filter[name];
    const isSet = value !== undefined && value !== 0 && value !== '';
    return isSet ? [{ name, value, field: fields[name] as FilterField<ColumnOf<Fields>> }] : [];
  });
