import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { RoutingChannel } from '../../modules/routing/routing-snapshot.ts';
import { resultTypeOf, TYPE_BYTES } from '../../platform/files/result-type.ts';
import { GatewayError } from '../../platform/gateway-error.ts';
import { LongTexts } from '../../platform/json/long-texts.ts';
import { freeMemory } from '../../platform/memory/held-memory.ts';
import type { BreakOff } from '../../platform/net/break-off.ts';
import type { ServerResponse } from '../../platform/net/http-messages.ts';
import type { UpstreamAnswer, UpstreamError } from '../../platform/net/upstream-answer.ts';
import type { UpstreamRequest } from '../../platform/net/upstream-client.ts';
import { commonHeaders } from '../answer/response-headers.ts';
import type { CallContext } from '../call/call-context.ts';
import type { RelayDeps } from '../relay-deps.ts';
import { upstreamRequest } from './ask-vendor.ts';
import type { KeptTask, StoredFile } from './kept-task.ts';
import type { OpenedCopy } from './task-copies.ts';

const MAX_REDIRECTS = 5;
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
const usualTypes = { image: 'image/png', video: 'video/mp4', audio: 'audio/mpeg' } as const;
const endings = { image: 'png', video: 'mp4', audio: 'mp3' } as const;
/** One range of bytes, as players ask for it. */
const RANGE = /^bytes=\d{0,15}-\d{0,15}$/;

type FileDeps = Pick<RelayDeps, 'taskChannels' | 'upstreams' | 'signing'>;

/**
 * Streams a result to its reader, at the reader's pace.
 * @throws task.no_file if there is none, or what the vendor sends is no picture, video or sound
 */
export async function sendFile(
  task: KeptTask,
  { index, call, isDownload }: { index: number; call: CallContext; isDownload: boolean },
  deps: FileDeps & Pick<RelayDeps, 'taskFiles'>,
): Promise<void> {
  const file = task.files[index];
  if (file === undefined) throw new GatewayError('task.no_file');
  const { request, response } = call.caller;
  const range = request.headers.range;
  const asked = range !== undefined && RANGE.test(range) && range !== 'bytes=-' ? range : null;
  const headers = [...commonHeaders(call), ...fixedHeaders(task, { file, index, isDownload })];
  const { breakOff } = call;
  const opened =
    file.copy === undefined ? null : await deps.taskFiles.open(file.copy, { range: asked, breakOff });
  if (opened !== null) {
    if ('consume' in opened) return sendAnswer(response, { answer: opened, file, headers });
    breakOff.onBreak(() => opened.body.destroy());
    return sendCopy(response, { opened, file, isPart: asked !== null, headers });
  }
  if (file.url === '') throw new GatewayError('task.no_file');
  // The vendor may have what the bucket does not send.
  const answer = await openFile(task, { file, range: asked, breakOff }, deps);
  return sendAnswer(response, { answer, file, headers });
}

function fixedHeaders(
  { taskId, isSettled }: KeptTask,
  { file, index, isDownload }: { file: StoredFile; index: number; isDownload: boolean },
): string[] {
  const name = `${taskId}${index === 0 ? '' : `-${index + 1}`}.${endings[file.kind]}`;
  return [
    ...['content-disposition', `${isDownload ? 'attachment' : 'inline'}; filename="${name}"`],
    // Nothing in a result may run on this site.
    ...['content-security-policy', "default-src 'none'; sandbox", 'x-content-type-options', 'nosniff'],
    ...['cross-origin-resource-policy', 'cross-origin', 'accept-ranges', 'bytes'],
    // A preview gives way to the result at the same address.
    ...['cache-control', isSettled ? 'private, max-age=3600' : 'no-store'],
  ];
}

/** Asks for a result at its vendor, and follows redirects. @throws task.no_file, UpstreamError */
export async function openFile(
  task: KeptTask,
  { file, range, breakOff }: { file: StoredFile; range: string | null; breakOff: BreakOff },
  { taskChannels, upstreams, signing }: FileDeps,
): Promise<UpstreamAnswer> {
  const channel = await taskChannels.of(task);
  if (file.needsKey && channel === null) throw new GatewayError('task.no_file');
  let address = new URL(file.url);
  for (let hop = 0; hop <= MAX_REDIRECTS; hop += 1) {
    if (!/^https?:$/.test(address.protocol)) throw new GatewayError('task.no_file');
    const sent = await requestFor(address, { file, range, channel, task }, { signing });
    const answer = await upstreams.send(sent, breakOff);
    const { location } = answer.headers;
    if (!REDIRECTS.has(answer.status) || typeof location !== 'string') return answer;
    answer.cancel();
    const next = URL.parse(location, address);
    if (next === null) break;
    address = next;
  }
  throw new GatewayError('task.no_file');
}

/** A request for a file. The channel's key is sent to its own address only, and private networks are reached there only. */
async function requestFor(
  address: URL,
  {
    file,
    range,
    channel,
    task,
  }: { file: StoredFile; range: string | null; channel: RoutingChannel | null; task: KeptTask },
  deps: Pick<RelayDeps, 'signing'>,
): Promise<UpstreamRequest> {
  const isOwn = channel !== null && address.origin === channel.origin;
  const headers = { 'accept-encoding': 'identity', ...(range !== null && { range }) };
  const plain: UpstreamRequest = {
    ...{ origin: address.origin, path: address.pathname + address.search, method: 'GET' },
    headers: Object.entries(headers).flat(),
    body: null,
    allowPrivateNetwork: isOwn && channel.allowPrivateNetwork,
    allowPrivateProxy: channel?.allowPrivateNetwork === true,
    proxy: channel?.proxy ?? null,
  };
  if (!isOwn || file.needsKey !== true) return plain;
  const call = { requestId: task.requestId, identity: null, payingGroup: null, facts: null };
  const { model: upstreamModel } = task;
  const own = await upstreamRequest(
    { method: 'GET', path: '/', headers },
    { channel, call, upstreamModel, texts: new LongTexts() },
    deps,
  );
  return { ...own, path: plain.path };
}

/** @throws task.no_file */
function sendAnswer(
  response: ServerResponse,
  { answer, file, headers }: { answer: UpstreamAnswer; file: StoredFile; headers: string[] },
): Promise<void> {
  const { status } = answer;
  if (status !== 200 && status !== 206) {
    answer.cancel();
    return Promise.reject(new GatewayError('task.no_file'));
  }
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  let hasBegun = false;
  // A first piece may be too short to show its type.
  let head: Buffer | null = null;
  const begin = (piece: Buffer): boolean => {
    // Players ask for two bytes first, which show no type.
    const isFirst = /^bytes 0-/.test(String(answer.headers['content-range'] ?? ''));
    const isShown = status === 200 || (isFirst && piece.length >= TYPE_BYTES);
    const found = isShown ? resultTypeOf(piece) : (file.type ?? usualTypes[file.kind]);
    if (found === null) return false;
    hasBegun = true;
    const passed = (['content-length', 'content-range', 'etag', 'last-modified'] as const).flatMap((name) => {
      const value = answer.headers[name];
      return typeof value === 'string' ? [name, value] : [];
    });
    response.writeHead(status, [...headers, 'content-type', found, ...passed]);
    return true;
  };
  answer.consume({
    data(next) {
      const piece: Buffer = head === null ? next : Buffer.concat([head, next]);
      head = null;
      if (!hasBegun && piece.length < TYPE_BYTES) {
        head = piece;
        return;
      }
      if (!hasBegun && !begin(piece)) {
        reject(new GatewayError('task.no_file'));
        answer.cancel();
        return;
      }
      if (response.destroyed || response.write(piece, () => freeMemory(piece))) return;
      answer.pause();
      response.once('drain', () => answer.resume());
    },
    end() {
      if (head !== null && begin(head)) response.write(head);
      if (!hasBegun) return reject(new GatewayError('task.no_file'));
      response.end();
      resolve();
    },
    fail(error: UpstreamError) {
      if (hasBegun) response.destroy();
      reject(error);
    },
  });
  return promise;
}

function sendCopy(
  response: ServerResponse,
  {
    opened: { body, start, end, size },
    file: { kind, type = usualTypes[kind] },
    isPart,
    headers,
  }: { opened: OpenedCopy; file: StoredFile; isPart: boolean; headers: string[] },
): Promise<void> {
  const range = isPart ? ['content-range', `bytes ${start}-${end - 1}/${size}`] : [];
  const length = ['content-length', String(end - start)];
  response.writeHead(isPart ? 206 : 200, [...headers, 'content-type', type, ...length, ...range]);
  return pipe(body, response);
}

/** @throws if the copy cannot be read; a reader who leaves is no error */
async function pipe(body: Readable, response: ServerResponse): Promise<void> {
  try {
    await pipeline(body, response);
  } catch (error) {
    if (!isEarlyEnd(error)) throw error;
  }
}

const EARLY_ENDS: ReadonlySet<unknown> = new Set([
  ...['ERR_STREAM_PREMATURE_CLOSE', 'ERR_STREAM_UNABLE_TO_PIPE', 'ECONNRESET', 'EPIPE'],
]);
const isEarlyEnd = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && EARLY_ENDS.has(error.code);
