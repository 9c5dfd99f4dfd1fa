import * as entities from './entities.ts';

type Entities = typeof entities;
type Calls = {
  [Name in keyof Entities as Name extends `${infer Entity}Calls` ? Entity : never]: Entities[Name];
};

const suffix = 'Calls';

/** Every call of the management API, by entity: `tokenCalls` of `entities/token.ts` is `calls.token`. */
export const calls = Object.fromEntries(
  Object.entries(entities)
    .filter(([name]) => name.endsWith(suffix))
    .map(([name, group]) => [name.slice(0, -suffix.length), group]),
) as unknown as Calls;
