import { role } from '@turnpike/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { strictDatabase } from '../../test/support/databases.ts';
import { everyCall, membersOf } from '../../test/support/every-call.ts';
import { type Example, exampleRequests, seedExampleRows } from '../../test/support/example-requests.ts';
import { isLong } from '../../test/support/long-tests.ts';
import { type Person, startTestManagement, type TestManagement } from '../../test/support/test-management.ts';

/** Beyond what 32 bits, 64 bits and a double's whole numbers hold, and what is no number at all. */
const ALL_NUMBERS = [2 ** 31, 2 ** 53, 1e308, 'NaN', -(2 ** 31) - 1, 1.5, 'Infinity', '9'.repeat(30), '0x10'];
const NUMBERS = isLong ? ALL_NUMBERS : ALL_NUMBERS.slice(0, 4);

describe.each(strictDatabase)('a number that a database cannot hold, on $name', (engine) => {
  let site: TestManagement;
  let root: Person;
  let examples: Record<string, Record<string, Example>>;

  beforeAll(async () => {
    site = await startTestManagement(engine);
    root = await site.root();
    const admin = await site.seed.person('admin', { role: role.admin });
    examples = exampleRequests(await seedExampleRows(site, root, admin, 'x')) as never;
  });
  afterAll(() => site.stop());

  // Deleting, signing out and setting up end what the next call needs; their parameters are the same as of others.
  const walked = everyCall.filter(({ entity, call }) => call.method !== 'DELETE' && entity !== 'session');

  it.each(walked)('is refused or understood by $entity $name, never a fault of the gateway', async (one) => {
    const { entity, name, call } = one;
    const { params = {}, query = {}, input } = examples[entity]?.[name] ?? {};
    const example = { params, query, ...(input !== undefined && { input }) };
    for (const number of NUMBERS) {
      for (const part of ['params', 'query', 'input'] as const) {
        for (const field of membersOf(call[part])) {
          const given = { ...example, [part]: { ...(example[part] as object), [field]: number } };
          const { status, body } = await site.ask(call, { as: root, ...given });
          expect({ part, field, number, status, body }).toMatchObject({
            status: expect.toSatisfy((code: number) => code < 500),
          });
        }
      }
    }
  });
});
