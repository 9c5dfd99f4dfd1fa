import { parseObject, textOf } from '../../dialects/neutral/json-values.ts';
import { invalid } from '../../dialects/neutral/members.ts';
import { commonHeaders, jsonHeaders } from '../answer/response-headers.ts';
import type { IdentifiedCall } from '../call/call-context.ts';
import type { KeptObjects } from '../kept/kept-objects.ts';
import type { ObjectKind } from '../kept/object-actions.ts';
import type { RelayDeps } from '../relay-deps.ts';

const DEFAULT_LIMIT = 20;
const MAX_LIMIT = 100;
/** Page sizes for files, with the vendor's default; its clients request the next page. */
const FILES = { default: 1_000, max: 10_000 };
/** Rows that are searched for a purpose at once. */
const WINDOW_ROWS = 1_000;

/**
 * Lists a user's objects of a kind in their last known state, in the vendor's format. @throws request.invalid
 */
export async function answerObjectList(
  call: IdentifiedCall,
  { kind, query }: { kind: ObjectKind; query: string },
  { keptObjects }: Pick<RelayDeps, 'keptObjects'>,
): Promise<void> {
  const asked = new URLSearchParams(query);
  const { default: usual, max } = kind === 'file' ? FILES : { default: DEFAULT_LIMIT, max: MAX_LIMIT };
  const limit = limitOf(asked.get('limit'), { usual, max });
  const order = asked.get('order') ?? 'desc';
  if (order !== 'asc' && order !== 'desc') throw invalid('order', 'invalid_value');
  const page = { kind, after: asked.get('after'), before: asked.get('before'), isRising: order === 'asc' };
  const found = await rowsOf(call, { page, limit: limit + 1, purpose: asked.get('purpose') }, keptObjects);
  const data = found.slice(0, limit);
  const first = textOf(parseObject(data[0] ?? '')?.id);
  const last = textOf(parseObject(data.at(-1) ?? '')?.id);
  const ids = `"first_id":${idText(first)},"last_id":${idText(last)}`;
  const more = `"has_more":${found.length > limit}`;
  const json = Buffer.from(`{"object":"list","data":[${data.join(',')}],${ids},${more}}`);
  const { response } = call.caller;
  response.writeHead(200, [...commonHeaders(call), ...jsonHeaders, 'content-length', String(json.length)]);
  response.end(json);
}

const idText = (id: string): string => (id === '' ? 'null' : JSON.stringify(id));

function limitOf(text: string | null, { usual, max }: { usual: number; max: number }): number {
  if (text === null) return usual;
  if (!/^\d{1,9}$/.test(text) || Number(text) < 1 || Number(text) > max)
    throw invalid('limit', 'invalid_value');
  return Number(text);
}

/** Returns the JSON of each object. */
async function rowsOf(
  { identity }: IdentifiedCall,
  asked: {
    page: Omit<Parameters<KeptObjects['list']>[1], 'limit'>;
    limit: number;
    purpose: string | null;
  },
  keptObjects: Pick<KeptObjects, 'list'>,
): Promise<string[]> {
  const { limit, purpose } = asked;
  const found: string[] = [];
  let { page } = asked;
  for (;;) {
    const rows = await keptObjects.list(identity.userId, { ...page, limit: Math.min(limit, WINDOW_ROWS) });
    for (const { name, shown } of rows) {
      if (purpose !== null && parseObject(shown)?.purpose !== purpose) continue;
      found.push(shown === '' ? JSON.stringify({ id: name, object: page.kind }) : shown);
      if (found.length === limit) return found;
    }
    const last = rows.at(-1);
    if (last === undefined || rows.length < Math.min(limit, WINDOW_ROWS)) return found;
    page = { ...page, after: last.name };
  }
}
