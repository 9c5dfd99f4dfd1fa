import { type Call, calls } from '@turnpike/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databases } from '../../test/support/databases.ts';
import { type Example, exampleRequests, seedExampleRows } from '../../test/support/example-requests.ts';
import { type Person, startTestManagement, type TestManagement } from '../../test/support/test-management.ts';

// The description does not depend on the engine; one is enough.
const [sqlite] = databases;

interface Shape {
  $ref?: string;
  type?: string;
  properties?: Record<string, Shape>;
  required?: string[];
  description?: string;
}
interface Parameter {
  name: string;
  description?: string;
  in: 'query' | 'path' | 'header';
  required: boolean;
}
interface Operation {
  operationId: string;
  parameters?: Parameter[];
  requestBody?: { required: boolean; content: { 'application/json': { schema: Shape } } };
}

const without = <Value>(members: Record<string, Value>, names: readonly string[]): Record<string, Value> =>
  Object.fromEntries(Object.entries(members).filter(([name]) => !names.includes(name)));

describe('the description of the management API', () => {
  let site: TestManagement;
  let owner: Person;
  let operations: { call: Call; operation: Operation; example: Example }[];
  let shapes: Record<string, Shape>;

  beforeAll(async () => {
    site = await startTestManagement(sqlite);
    owner = await site.root();
    const document = (await site.server.inject({ url: '/api/openapi.json' })).json();
    shapes = document.components.schemas;
    const described: Operation[] = Object.values<Record<string, Operation>>(document.paths).flatMap((path) =>
      Object.values(path),
    );
    const examples = exampleRequests(await seedExampleRows(site, owner, owner, 'ref'));
    operations = Object.entries(calls).flatMap(([entity, group]) =>
      Object.entries(group as Record<string, Call>).map(([name, call]) => {
        const id = `${entity}_${name}`.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
        const operation = described.find(({ operationId }) => operationId === id);
        if (operation === undefined) throw new Error(`${id} is not described`);
        const example = (examples as unknown as Record<string, Record<string, Example>>)[entity]?.[name];
        return { call, operation, example: example ?? {} };
      }),
    );
  });
  afterAll(() => site.stop());

  const bodyOf = ({ requestBody }: Operation): Shape => {
    const { $ref, ...shape } = requestBody?.content['application/json'].schema ?? {};
    return $ref === undefined ? shape : (shapes[$ref.split('/').at(-1) ?? ''] ?? {});
  };
  const refusedFields = async (call: Call, example: Example): Promise<string[]> => {
    const { status, body } = await site.ask(call, { as: owner, ...example });
    return status === 400 ? (body.fields ?? []).map(({ field }) => field) : [];
  };

  it('says what every parameter does, by names that generators take', () => {
    const named = operations.flatMap(({ operation: { operationId, parameters = [] } }) =>
      parameters.map((parameter) => ({ ...parameter, id: `${operationId} ${parameter.name}` })),
    );
    expect(named.filter(({ description = '' }) => description.length < 10).map(({ id }) => id)).toEqual([]);
    expect(named.filter(({ name }) => !/^[A-Za-z_-]+$/.test(name)).map(({ id }) => id)).toEqual([]);
  });

  it('says what an absent member of a body means, without a default that generators take for given', () => {
    const { group } = shapes.TokenInput?.properties ?? {};
    expect(group?.description).toBe('Symbol of the group; empty follows the owner\'s; "" unless given');
    const members = Object.values(shapes).flatMap(({ properties = {} }) => Object.values(properties));
    expect(members.filter((member) => 'default' in member)).toEqual([]);
  });

  it('names the fields that a list is sorted by, and the list takes each of them', async () => {
    const sorted = operations.flatMap(({ call, operation }) =>
      (operation.parameters ?? [])
        .filter(({ name }) => name === 'order')
        .map(({ description = '' }) => ({
          call,
          fields: description.split('Allowed: ')[1]?.split(', ') ?? [],
        })),
    );
    expect(sorted.length).toBeGreaterThan(4);
    for (const { call, fields } of sorted) {
      expect(fields.length).toBeGreaterThan(0);
      const { status } = await site.ask(call, {
        as: owner,
        query: { order: fields.map((f) => `-${f}`).join() },
      });
      expect({ path: call.path, status }).toEqual({ path: call.path, status: 200 });
    }
  });

  it('calls required what a request is refused without', async () => {
    let refused = 0;
    for (const { call, operation, example } of operations) {
      const required = (operation.parameters ?? []).filter((one) => one.in === 'query' && one.required);
      for (const { name } of required) {
        const fields = await refusedFields(call, { ...example, query: without(example.query ?? {}, [name]) });
        expect({ path: call.path, fields }).toEqual({ path: call.path, fields: [name] });
        refused += 1;
      }
      for (const name of bodyOf(operation).required ?? []) {
        const fields = await refusedFields(call, {
          ...example,
          input: without(example.input as never, [name]),
        });
        expect({ path: call.path, fields }).toEqual({ path: call.path, fields: [name] });
        refused += 1;
      }
    }
    expect(refused).toBeGreaterThan(40);
  });

  it('calls optional what a request may leave out, but for what a description says', async () => {
    // Deleting comes last, as in the examples.
    for (const { call, operation, example } of operations) {
      if (['/api/setup', '/api/setup/code', '/api/user/logout'].includes(call.path)) continue;
      const shape = bodyOf(operation);
      const names = Object.keys(shape.properties ?? {}).filter((name) => !shape.required?.includes(name));
      const query = without(
        example.query ?? {},
        (operation.parameters ?? []).filter(({ required }) => !required).map(({ name }) => name),
      );
      const input = names.length > 0 ? without(example.input as never, names) : example.input;
      const fields = await refusedFields(call, { ...example, query, input });
      // A required value that is there may be refused for what it says, such as a wrong code.
      const unexpected = fields.filter((path) => {
        const [name = ''] = path.split('.');
        return (
          !shape.required?.includes(name) && !/needed/i.test(shape.properties?.[name]?.description ?? '')
        );
      });
      expect({ path: call.path, unexpected }).toEqual({ path: call.path, unexpected: [] });
    }
  });
});
