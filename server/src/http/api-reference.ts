import * as contract from '@turnpike/contract';
import {
  type Call,
  type CallGroup,
  type CsvColumns,
  calls,
  envelopeOf,
  failure,
  version,
} from '@turnpike/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { setSecurityHeaders } from './security-headers.ts';

const DOCUMENT_PATH = '/api/openapi.json';
const PAGE_PATH = '/api/docs';

/**
 * Publishes the contract of the management API as OpenAPI 3.1 and as a web page. The generators are loaded at
 * the first request, so they do not delay the start.
 */
export function registerApiReference(server: FastifyInstance): void {
  let reference: Promise<FastifyInstance> | undefined;
  const answer = async ({ url }: FastifyRequest, reply: FastifyReply) => {
    reference ??= buildReference();
    const { statusCode, headers, rawPayload } = await (await reference).inject({ method: 'GET', url });
    setSecurityHeaders(reply);
    for (const name of ['content-type', 'location', 'cache-control', 'etag', 'last-modified']) {
      if (headers[name] !== undefined) reply.header(name, headers[name]);
    }
    return reply.code(statusCode).send(rawPayload);
  };
  server.get(DOCUMENT_PATH, answer);
  server.get(PAGE_PATH, answer);
  server.get(`${PAGE_PATH}/*`, answer);
}

/** A server that is only asked from inside; its routes never run. */
async function buildReference(): Promise<FastifyInstance> {
  const [{ default: Fastify }, { default: swagger }, { default: swaggerUi }, zodProvider] = await Promise.all(
    [
      import('fastify'),
      import('@fastify/swagger'),
      import('@fastify/swagger-ui'),
      import('fastify-type-provider-zod'),
    ],
  );
  const schemaRegistry = namedShapes();
  const transform = zodProvider.createJsonSchemaTransform({ schemaRegistry, zodToJsonConfig });
  const toComponents = zodProvider.createJsonSchemaTransformObject({ schemaRegistry, zodToJsonConfig });
  const server = Fastify();
  server.setValidatorCompiler(() => () => true);
  server.setSerializerCompiler(() => JSON.stringify);
  await server.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Turnpike management API', version: version.replace(/^v/, '') },
      servers: [{ url: '/', description: 'The address that this page was read from' }],
      components: {
        securitySchemes: {
          session: { type: 'apiKey', in: 'cookie', name: 'session' },
          accessToken: { type: 'http', scheme: 'bearer', description: 'Made in the console, under Profile.' },
        },
      },
    },
    transform: (route) => {
      const { schema, url } = transform(route);
      // The generator marks parameters with a default as required.
      const query = (route.schema as { querystring?: z.ZodType } | undefined)?.querystring;
      if (schema.querystring && query) Object.assign(schema.querystring, { required: neededBy(query) });
      return { schema, url };
    },
    transformObject: (document) => withoutUnused(toComponents(document) as OpenApiDocument) as never,
  });
  await server.register(swaggerUi, { routePrefix: PAGE_PATH, uiConfig: { layout: 'BaseLayout' } });
  for (const [entity, group] of Object.entries(calls)) {
    for (const [name, declared] of Object.entries(group)) describeCall(server, { entity, name, declared });
  }
  server.get(DOCUMENT_PATH, { schema: { hide: true } }, () => server.swagger());
  await server.ready();
  return server;
}

type Written = Parameters<NonNullable<z.core.ToJSONSchemaParams['override']>>[0];

/** Adds the parts of a schema that the library omits: its description, and enumerated numbers. */
const zodToJsonConfig = {
  override: ({ zodSchema, jsonSchema }: Written) => {
    const { description } = zodSchema as unknown as z.ZodType;
    if (description !== undefined) jsonSchema.description = description;
    if (zodSchema._zod.def.type === 'default') {
      // Generators of types take what has a default for given, also in what is sent.
      const unlessGiven = `${JSON.stringify(jsonSchema.default)} unless given`;
      const said = description ?? jsonSchema.description;
      jsonSchema.description = said === undefined ? unlessGiven : `${said}; ${unlessGiven}`;
      delete jsonSchema.default;
    }
    const choices = jsonSchema.anyOf?.map((choice) => choice.const);
    if (choices?.every((choice) => typeof choice === 'number')) {
      delete jsonSchema.anyOf;
      Object.assign(jsonSchema, { type: 'integer', enum: choices });
    }
  },
};

/** Name of the path's rest in the reference; generators do not accept `*` as a name. */
const REST_OF_PATH = 'model';

function named(params: z.ZodType): z.ZodType {
  if (!(params instanceof z.ZodObject) || params.shape['*'] === undefined) return params;
  return z.object({ [REST_OF_PATH]: params.shape['*'] });
}

/** Members without which a query is refused. */
const neededBy = (query: z.ZodType): PropertyKey[] =>
  query.safeParse({}).error?.issues.flatMap(({ path }) => path.slice(0, 1)) ?? [];

const csvFile = (columns: CsvColumns) => ({
  description: `Comma-separated values: ${Object.keys(columns).join(', ')}`,
  content: { 'text/csv': { schema: z.string() } },
});

const file = (type: string) => ({ description: 'A file', content: { [type]: { schema: z.string() } } });

const events = (shape: z.ZodType) => ({
  description: 'Events named `message`; the data of each is JSON of this shape',
  content: { 'text/event-stream': { schema: shape } },
});

function successOf(declared: Call) {
  if (declared.event) return events(declared.event);
  if (declared.csv) return csvFile(declared.csv);
  if (declared.file) return file(declared.file);
  return declared.page ? file('text/html') : envelopeOf(declared);
}

/** An access token does whatever its owner may, except for what decides who signs in. */
const proofsOf = (entity: string) =>
  entity === 'session' ? [{ session: [] }] : [{ session: [] }, { accessToken: [] }];

/**
 * Exported contract schemas become named components: `tokenView` is `TokenView`. The library appends `Input`
 * to schemas of inputs: `tokenInput` is `TokenInput`, `tokenChange` is `TokenChangeInput`.
 */
function namedShapes() {
  // The parts of an address are listed one by one, never named together.
  const ofAddresses = new Set<unknown>();
  for (const group of Object.values<CallGroup>(calls)) {
    for (const { params, query } of Object.values(group)) ofAddresses.add(params).add(query);
  }
  const registry = z.registry<{ id: string }>();
  for (const [name, shape] of Object.entries(contract)) {
    if (!(shape instanceof z.ZodObject) || ofAddresses.has(shape)) continue;
    registry.add(shape, { id: (name.charAt(0).toUpperCase() + name.slice(1)).replace(/Input$/, '') });
  }
  return registry;
}

interface OpenApiDocument {
  components?: { schemas?: Record<string, object> };
}

/** The library makes each component once for what comes in and once for what goes out. */
function withoutUnused(document: OpenApiDocument): OpenApiDocument {
  const { schemas = {}, ...others } = document.components ?? {};
  const used = new Set<string>();
  const follow = (part: object): void => {
    for (const [, name = ''] of JSON.stringify(part).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      if (used.has(name)) continue;
      used.add(name);
      follow(schemas[name] ?? {});
    }
  };
  follow({ ...document, components: others });
  const kept = Object.entries(schemas).filter(([name]) => used.has(name));
  return { ...document, components: { ...others, schemas: Object.fromEntries(kept) } };
}

const snakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

const ifMatchHeader = z.object({
  'if-match': z
    .string()
    .optional()
    .describe('`etag` of what is changed, as it was read; 412 when somebody changed it since. Optional'),
});

function describeCall(
  server: FastifyInstance,
  { entity, name, declared }: { entity: string; name: string; declared: Call },
): void {
  const { method, path, access, summary, params, query, input, ifMatch } = declared;
  server.route({
    method,
    url: path.replace('*', `:${REST_OF_PATH}`),
    schema: {
      tags: [entity],
      operationId: `${snakeCase(entity)}_${snakeCase(name)}`,
      summary: access === 'public' ? summary : `${summary} (${access})`,
      ...(access !== 'public' && { security: proofsOf(entity) }),
      ...(params && { params: named(params) }),
      ...(query && { querystring: query }),
      ...(input && { body: input }),
      ...(ifMatch && { headers: ifMatchHeader }),
      response: { 200: successOf(declared), '4xx': failure, '5xx': failure },
    },
    handler: () => null,
  });
}
