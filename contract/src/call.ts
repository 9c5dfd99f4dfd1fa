import { type ZodType, z } from 'zod';

/** Permitted callers. `key` is a relay token (`sk-…`); the others are people with a session. */
export type Access = 'public' | 'user' | 'admin' | 'root' | 'key';
export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** How a column is written: `time` is epoch seconds, shown as ISO 8601 in UTC, empty when 0. */
export type CsvKind = 'text' | 'number' | 'time';
export type CsvColumns = Readonly<Record<string, CsvKind>>;

type Shape = ZodType | undefined;

export interface CallShapes {
  access: Access;
  /** One line for the reference page. */
  summary: string;
  params?: ZodType;
  query?: ZodType;
  input?: ZodType;
  /** Shape of the envelope's `data`; left out where a call answers no data. */
  output?: ZodType;
  /** Members next to `data`, such as a test's `time`. Source: docs/reference/compatibility.md, "Envelope". */
  beside?: ZodType;
  /** Refused with 412 where an `If-Match` names another state than the stored one. */
  ifMatch?: true;
  /**
   * May be made before an account has the second factor that its role requires. Other public calls take such a session
   * for none.
   */
  isOpenWithoutFactor?: true;
  /**
   * Part of a visit to another site: a sign-in or a payment. Such a GET changes state, and its single-use state is the proof of the caller.
   * Source: docs/decisions/0004-no-get-changes-state.md.
   */
  foreign?: true;
  /** A success is a page of its own or a redirect, not an envelope; the handler returns a `PageAnswer`. */
  page?: true;
  /** Media type of a success that is a file, not an envelope: the handler returns its name and its bytes. */
  file?: 'application/pdf';
  /** The body may be ten times as large as that of other calls: a price list. */
  largeInput?: true;
}

export interface Call<
  Params extends Shape = Shape,
  Query extends Shape = Shape,
  Input extends Shape = Shape,
  Output extends Shape = Shape,
  Beside extends Shape = Shape,
> {
  method: Method;
  path: string;
  access: Access;
  summary: string;
  params: Params;
  query: Query;
  input: Input;
  output: Output;
  beside: Beside;
  ifMatch: boolean;
  isOpenWithoutFactor: boolean;
  foreign: boolean;
  largeInput: boolean;
  page: boolean;
  file: CallShapes['file'];
  /** Columns of a call that answers a file instead of an envelope. */
  csv?: CsvColumns;
  /** Data of the events of a call that answers events instead of an envelope. */
  event?: ZodType;
}

/**
 * Declares one call of the management API. The route's registration, its checks on the way in and out, the
 * console's typed client and the reference page are all derived from it.
 * @param route method and path, e.g. `GET /api/token/`; a collection's path ends with a slash and is served
 *   in both spellings
 */
export function call<const Shapes extends CallShapes>(
  route: `${Method} /${string}`,
  shapes: Shapes,
): Call<
  Shapes['params'] extends ZodType ? Shapes['params'] : undefined,
  Shapes['query'] extends ZodType ? Shapes['query'] : undefined,
  Shapes['input'] extends ZodType ? Shapes['input'] : undefined,
  Shapes['output'] extends ZodType ? Shapes['output'] : undefined,
  Shapes['beside'] extends ZodType ? Shapes['beside'] : undefined
> & { access: Shapes['access'] } {
  const [method, path] = route.split(' ') as [Method, string];
  return {
    method,
    path,
    access: shapes.access,
    summary: shapes.summary,
    params: shapes.params,
    query: shapes.query,
    input: shapes.input,
    output: shapes.output,
    beside: shapes.beside,
    ifMatch: shapes.ifMatch ?? false,
    isOpenWithoutFactor: shapes.isOpenWithoutFactor ?? false,
    foreign: shapes.foreign ?? false,
    largeInput: shapes.largeInput ?? false,
    page: shapes.page ?? false,
    file: shapes.file,
  } as never;
}

/** Calls of one entity, by the name of what they do. */
export type CallGroup = Record<string, Call>;

export type InputOf<C extends Call> = C['input'] extends ZodType ? z.input<C['input']> : undefined;
export type OutputOf<C extends Call> = C['output'] extends ZodType ? z.output<C['output']> : undefined;
export type QueryOf<C extends Call> = C['query'] extends ZodType ? z.input<C['query']> : undefined;
export type ParamsOf<C extends Call> = C['params'] extends ZodType ? z.input<C['params']> : undefined;
export type BesideOf<C extends Call> = C['beside'] extends ZodType ? z.output<C['beside']> : undefined;

/** Names a state of an entry: sent back as `If-Match`, it keeps a change from overwriting somebody else's. */
export const etag = () =>
  z.string().describe('State of what people may change here; sent back as `If-Match` with a change');

/** Numeric path segment. */
export const idParam = z.object({
  id: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER).describe('Number of the entry'),
});

/**
 * A query value that is a number; the empty text means "not given".
 * Source: docs/reference/compatibility.md, "Requests".
 */
export const queryNumber = (max = Number.MAX_SAFE_INTEGER) =>
  z.preprocess(
    (value) => (value === '' ? undefined : value),
    z.coerce.number().int().min(0).max(max).optional(),
  );

/** Enumerations are stored in 32 bits; a larger number is none of them. */
const MAX_CODE = 2 ** 31 - 1;

/** A query value that is one number of a list, such as a status, a role or a type. */
export const queryCode = () => queryNumber(MAX_CODE);

/** A query value that is text; trimmed, the empty text means "not given". */
export const queryText = (max = 200) =>
  z.preprocess((value) => {
    const text = typeof value === 'string' ? value.trim() : value;
    return text === '' ? undefined : text;
  }, z.string().max(max).optional());

/** A query value that is one of some texts; the empty text means "not given". */
export const queryChoice = <const Choice extends string>(choices: readonly Choice[]) =>
  z.preprocess((value) => (value === '' ? undefined : value), z.enum(choices).optional());

/** Switches in a query, as `?status_only=true`: any value but none, `false` and `0` is on. */
export const queryFlag = () =>
  z.preprocess(
    (value) => value !== undefined && value !== '' && value !== 'false' && value !== '0',
    z.boolean(),
  );

/** End of the year 9999: calendars of the platform do not go much further. */
const LAST_SECOND = 253_402_300_799;

const secondsSchema = z.number().int().min(0).max(LAST_SECOND);

/** Seconds since 1970, UTC. */
export const epochSeconds = () => secondsSchema;

/** A query value in seconds since 1970; the empty text means "not given". */
export const querySeconds = () => queryNumber(LAST_SECOND);
