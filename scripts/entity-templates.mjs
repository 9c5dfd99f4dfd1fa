/** Bodies of the files that a new entity starts with. Names come in every spelling that a place wants. */

export const contract = ({ camel, pascal, snake, words, article }) => `import { z } from 'zod';
import { call, epochSeconds, idParam } from '../call.ts';
import { pageOf, pageQuery } from '../page.ts';

export const ${camel}View = z.object({
  id: z.number().int(),
  name: z.string(),
  created_time: epochSeconds(),
});
export type ${pascal}View = z.output<typeof ${camel}View>;

export const ${camel}Input = z.object({
  name: z.string().trim().min(1).max(50),
});

export const ${camel}Change = ${camel}Input.extend({ id: z.number().int().min(1) });

export const ${camel}Calls = {
  list: call('GET /api/${snake}/', {
    access: 'admin',
    summary: 'List ${words} rows',
    query: pageQuery(['id', 'name', 'created_time']),
    output: pageOf(${camel}View),
  }),
  get: call('GET /api/${snake}/:id', {
    access: 'admin',
    summary: 'Read ${article} ${words}',
    params: idParam,
    output: ${camel}View,
  }),
  create: call('POST /api/${snake}/', {
    access: 'admin',
    summary: 'Create ${article} ${words}',
    input: ${camel}Input,
    output: ${camel}View,
  }),
  update: call('PUT /api/${snake}/', {
    access: 'admin',
    summary: 'Change ${article} ${words}',
    input: ${camel}Change,
    output: ${camel}View,
  }),
  remove: call('DELETE /api/${snake}/:id', {
    access: 'admin',
    summary: 'Delete ${article} ${words}',
    params: idParam,
  }),
};
`;

export const table = ({ pascal }) => `import type { Generated } from 'kysely';

export interface ${pascal}Table {
  id: Generated<number>;
  name: string;
  created_time: number;
}
`;

export const migration = ({ camel, table }) => `import type { Kysely } from 'kysely';
import { idColumn, type MigrationEngine } from '../migration-columns.ts';

export async function ${camel}(db: Kysely<unknown>, engine: MigrationEngine): Promise<void> {
  const id = idColumn(engine);
  await db.schema
    .createTable('${table}')
    .addColumn('id', id.type, id.build)
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('created_time', 'bigint', (c) => c.notNull())
    .execute();
}
`;

export const repository = ({
  pascal,
  table,
}) => `import type { ${pascal}View, Page, PageQuery } from '@turnpike/contract';
import type { Db } from '../../db/store.ts';
import { GatewayError } from '../../platform/gateway-error.ts';
import { beginsWith, matches, readPage } from '../list-query.ts';

const columns = ['id', 'name', 'created_time'] as const;

export async function list${pascal}s(db: Db, { keyword, ...listed }: PageQuery): Promise<Page<${pascal}View>> {
  let rows = db.selectFrom('${table}').select(columns);
  if (keyword !== undefined) rows = rows.where(matches('name', beginsWith(keyword)));
  return readPage(db, rows, listed);
}

/** @throws entry.not_found */
export async function get${pascal}(db: Db, id: number): Promise<${pascal}View> {
  const row = await db.selectFrom('${table}').select(columns).where('id', '=', id).executeTakeFirst();
  if (row === undefined) throw new GatewayError('entry.not_found');
  return row;
}

export async function insert${pascal}(db: Db, row: Omit<${pascal}View, 'id'>): Promise<${pascal}View> {
  return db.insertInto('${table}').values(row).returning(columns).executeTakeFirstOrThrow();
}

/** @throws entry.not_found */
export async function update${pascal}(
  db: Db,
  id: number,
  change: Pick<${pascal}View, 'name'>,
): Promise<${pascal}View> {
  const row = await db
    .updateTable('${table}')
    .set(change)
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirst();
  if (row === undefined) throw new GatewayError('entry.not_found');
  return row;
}

/** @throws entry.not_found */
export async function delete${pascal}(db: Db, id: number): Promise<void> {
  const row = await db.deleteFrom('${table}').where('id', '=', id).returning('id').executeTakeFirst();
  if (row === undefined) throw new GatewayError('entry.not_found');
}
`;

export const repositoryTest = ({ kebab, pascal, words }) => `import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { anyDatabase } from '../../../test/support/databases.ts';
import { openStore, type Store } from '../../db/store.ts';
import {
  delete${pascal},
  get${pascal},
  insert${pascal},
  list${pascal}s,
  update${pascal},
} from './${kebab}-repository.ts';

describe.each(anyDatabase)('stored ${words} rows on $name', ({ open }) => {
  let store: Store;
  let close: () => Promise<void>;

  beforeEach(async () => {
    const database = await open();
    const dataDir = mkdtempSync(join(tmpdir(), 'turnpike-test-'));
    store = await openStore({ databaseUrl: database.url, dataDir });
    close = async () => {
      await store.close();
      await database.drop();
      rmSync(dataDir, { recursive: true });
    };
  });
  afterEach(() => close());

  it('are made, found by the beginning of their name, changed and deleted', async () => {
    const { db } = store;
    const made = await insert${pascal}(db, { name: 'Alpha', created_time: 1 });
    await insert${pascal}(db, { name: 'Beta', created_time: 2 });
    expect(await get${pascal}(db, made.id)).toEqual({ id: made.id, name: 'Alpha', created_time: 1 });

    const changed = await update${pascal}(db, made.id, { name: 'Gamma' });

    expect(changed).toEqual({ id: made.id, name: 'Gamma', created_time: 1 });
    const query = { page: 1, size: 10, order: undefined };
    expect(await list${pascal}s(db, { ...query, keyword: 'gam' })).toMatchObject({ data: [changed], total_count: 1 });
    await delete${pascal}(db, made.id);
    expect(await list${pascal}s(db, { ...query, keyword: undefined })).toMatchObject({ total_count: 1 });
  });

  it('are said to be absent', async () => {
    const absent = { code: 'entry.not_found' };
    await expect(get${pascal}(store.db, 9)).rejects.toMatchObject(absent);
    await expect(update${pascal}(store.db, 9, { name: 'x' })).rejects.toMatchObject(absent);
    await expect(delete${pascal}(store.db, 9)).rejects.toMatchObject(absent);
  });
});
`;

export const routes = ({ kebab, camel, pascal }) => `import { ${camel}Calls } from '@turnpike/contract';
import { routesFor } from '../../http/contract-routes.ts';
import type { ModuleDeps } from '../module-deps.ts';
import {
  delete${pascal},
  get${pascal},
  insert${pascal},
  list${pascal}s,
  update${pascal},
} from './${kebab}-repository.ts';

export const ${camel}Routes = routesFor(${camel}Calls, ({ db, clock }: ModuleDeps) => ({
  list: ({ query }) => list${pascal}s(db, query),
  get: ({ params }) => get${pascal}(db, params.id),
  create: ({ input }) => insert${pascal}(db, { ...input, created_time: clock.nowSeconds() }),
  update: ({ input: { id, ...change } }) => update${pascal}(db, id, change),
  remove: ({ params }) => delete${pascal}(db, params.id),
}));
`;

/** Requests of the new calls, for the tests that walk every call. */
export const examples = ({
  camel,
  snake,
}) => `import type { OwnExamples } from '../support/example-requests.ts';

const examples: OwnExamples<{ id: number }> = {
  seed: (post, mark) => post('/api/${snake}/', { name: mark }),
  requests: ({ id }) => ({
    ${camel}: {
      list: {},
      get: { params: { id } },
      create: { input: { name: 'new' } },
      update: { input: { id, name: 'changed' } },
      remove: { params: { id } },
    },
  }),
};

export default examples;
`;
