import { Readable } from 'node:stream';
import type { BesideOf, Call, CallGroup, CsvColumns, CsvRow, OutputOf } from '@turnpike/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type ZodType, z } from 'zod';
import { parseIfMatch } from '../platform/etag.ts';
import { GatewayError } from '../platform/gateway-error.ts';
import { AnswerShape } from './answer-shape.ts';
import { type CsvBatches, csvText } from './csv-text.ts';
import { answerEvents } from './event-answer.ts';
import { ExportPlaces } from './export-places.ts';
import { type AnsweredFile, answerFile } from './file-answer.ts';
import { toFormError } from './form-errors.ts';
import { answerPage, type PageAnswer } from './page-answer.ts';
import { type RequestFacts, requestFacts } from './request-facts.ts';
import { assertStorableTexts } from './unstorable-texts.ts';

/** The signed-in account, as the database has it at this moment. */
export interface SignedIn {
  id: number;
  username: string;
  role: number;
  group: string;
  /** How the call proved it; what concerns the account's own sign-in needs a session. */
  proof: 'session' | 'access_token';
}

declare module 'fastify' {
  interface FastifyContextConfig {
    call?: Call;
  }
  interface FastifyInstance {
    exportPlaces: ExportPlaces;
  }
  interface FastifyRequest {
    user?: SignedIn;
  }
}

type Parsed<Shape> = Shape extends ZodType ? z.output<Shape> : undefined;

/** Input of a handler: validated values, the caller and the origin of the request. */
export interface Received<C extends Call> extends RequestFacts {
  params: Parsed<C['params']>;
  query: Parsed<C['query']>;
  input: Parsed<C['input']>;
  /** On a public call only where somebody is signed in. */
  user: C['access'] extends 'public' ? SignedIn | undefined : SignedIn;
}

/**
 * The payload; members next to `data` where a call declares them; the rows of a file; events; anything where it
 * answers nothing.
 */
type Given<C extends Call> = C extends { csv: infer Columns extends CsvColumns }
  ? AsyncIterable<readonly CsvRow<Columns>[]>
  : C extends { event: infer Event extends ZodType }
    ? AsyncIterable<z.output<Event>>
    : C['beside'] extends ZodType
      ? BesideOf<C>
      : C['output'] extends ZodType
        ? OutputOf<C>
        : unknown;

export type Handler<C extends Call> = (received: Received<C>) => Given<C> | Promise<Given<C>>;
export type Handlers<Group extends CallGroup> = { [Name in keyof Group]: Handler<Group[Name]> };
/** Adds the routes of one entity to a server. */
export type Routes = (server: FastifyInstance) => void;

/**
 * Joins declared calls with their handlers. The declaration brings the address, who may call, the checks of
 * what comes in and the list of what may go out.
 */
export function routesFor<Group extends CallGroup, Deps>(
  calls: Group,
  build: (deps: Deps) => Handlers<Group>,
): (deps: Deps) => Routes {
  return (deps) => (server) => {
    const handlers = build(deps) as Record<string, Handler<Call>>;
    for (const [name, declared] of Object.entries(calls)) {
      const handler = handlers[name];
      if (handler === undefined) throw new Error(`no handler for ${declared.method} ${declared.path}`);
      addRoute(server, declared, handler);
    }
  };
}

/** Limit for calls that accept a price list; a text is longer in JSON. */
const LARGE_BODY_BYTES = 12 * 2 ** 20;

function addRoute(server: FastifyInstance, declared: Call, handler: Handler<Call>): void {
  const { method, path, params, query, input, beside, csv, event, page, file } = declared;
  server.route({
    method,
    url: withNumbers(path, params),
    config: { call: declared },
    ...(declared.largeInput && { bodyLimit: LARGE_BODY_BYTES }),
    schema: {
      ...(params && { params }),
      ...(query && { querystring: query }),
      ...(input && { body: input }),
      ...(csv === undefined &&
        event === undefined &&
        !page &&
        file === undefined && { response: { 200: new AnswerShape(declared) } }),
    },
    preValidation: async (request) => {
      assertKnownParameters(request, query);
      assertTakesIfMatch(request, declared);
    },
    handler: async (request, reply) => {
      if (csv !== undefined || file !== undefined)
        server.exportPlaces.take((request.user as SignedIn).id, reply.raw);
      const answer: unknown = await handler(toReceived(request, reply));
      if (csv !== undefined) {
        const batches = await begun(answer as CsvBatches);
        return answerCsv(reply, fileName(declared, request), csv, batches);
      }
      if (event !== undefined) return answerEvents(reply, event, answer as AsyncIterable<unknown>);
      if (page) return answerPage(reply, answer as PageAnswer);
      if (file !== undefined) return answerFile(reply, file, answer as AnsweredFile);
      const { etag } = (answer ?? {}) as { etag?: unknown };
      if (typeof etag === 'string') reply.header('etag', etag);
      return {
        success: true,
        message: '',
        ...(beside ? (answer as object) : declared.output && { data: answer }),
      };
    },
  });
}

/** Entries have numbers, so that `/api/user/logout` is an address of its own or none, never the user "logout". */
const withNumbers = (path: string, params: Call['params']): string =>
  path.replace(/:(\w+)/g, (part, name) => (isNumber(params, name) ? `${part}(^\\d+$)` : part));

const isNumber = (params: Call['params'], name: string): boolean =>
  params instanceof z.ZodObject && params.shape[name] instanceof z.ZodNumber;

const LONGEST_SHOWN_NAME = 100;

/**
 * A misspelt filter must not look like an answer to it.
 * @throws request.unknown_parameter naming the first that a call does not declare
 */
function assertKnownParameters(request: FastifyRequest, query: Call['query']): void {
  const known = query instanceof z.ZodObject ? Object.keys(query.shape) : [];
  const unknown = Object.keys(request.query as object).find((name) => !known.includes(name));
  if (unknown === undefined) return;
  const code = 'request.unknown_parameter';
  const field = unknown.slice(0, LONGEST_SHOWN_NAME);
  throw new GatewayError(
    code,
    { name: field, known: known.join(', ') || 'none' },
    { fields: [{ field, code }] },
  );
}

/**
 * A request with `If-Match` must not change a resource that does not support it.
 * @throws request.if_match_not_taken
 */
function assertTakesIfMatch({ headers }: FastifyRequest, { method, ifMatch }: Call): void {
  if (method === 'GET' || ifMatch || parseIfMatch(headers['if-match']) === undefined) return;
  throw new GatewayError('request.if_match_not_taken');
}

/** As its address without what every address has: `user-7-statement`. */
function fileName({ path }: Call, request: FastifyRequest): string {
  const given = request.params as Record<string, unknown>;
  return path
    .split('/')
    .filter((part) => part !== '' && part !== 'api' && part !== 'export')
    .map((part) => (part.startsWith(':') ? encodeURIComponent(String(given[part.slice(1)])) : part))
    .join('-');
}

function answerCsv(
  reply: FastifyReply,
  name: string,
  columns: NonNullable<Call['csv']>,
  batches: CsvBatches,
): FastifyReply {
  const content = Readable.from(csvText(columns, batches));
  return answerFile(reply, 'text/csv; charset=utf-8', { name: `${name}.csv`, content });
}

/**
 * Reads the first rows, so that an immediate failure is reported as a JSON error and not as a truncated file.
 */
async function begun(batches: CsvBatches): Promise<CsvBatches> {
  const iterator = batches[Symbol.asyncIterator]();
  const first = await iterator.next();
  return (async function* () {
    if (first.done) return;
    yield first.value;
    yield* { [Symbol.asyncIterator]: () => iterator };
  })();
}

const toReceived = (request: FastifyRequest, reply: FastifyReply): Received<Call> =>
  ({
    ...requestFacts(request, reply),
    params: request.params,
    query: request.query,
    input: request.body,
    user: request.user,
  }) as Received<Call>;

/** Checks what comes in by the declared shapes and lets out what they name, nothing else. */
export function useContractShapes(server: FastifyInstance): void {
  server.decorate('exportPlaces', new ExportPlaces());
  server.setValidatorCompiler<ZodType>(({ schema, httpPart }) => (value: unknown) => {
    assertStorableTexts(value, httpPart);
    const result = schema.safeParse(value, { reportInput: true });
    return result.success ? { value: result.data } : { error: toFormError(result.error, httpPart) };
  });
  server.setSerializerCompiler<AnswerShape>(
    ({ schema }) =>
      (answer) =>
        JSON.stringify(schema.envelope.parse(answer)),
  );
}
