import { ConversionReport } from '../../dialects/neutral/conversion-report.ts';
import { type Json, objectOf } from '../../dialects/neutral/json-values.ts';
import { GatewayError } from '../../platform/gateway-error.ts';
import { JsonScanner } from '../../platform/json/json-scanner.ts';
import { assertParsable } from '../../platform/json/json-structure.ts';
import {
  type UpstreamAnswer,
  UpstreamError,
  type UpstreamFault,
} from '../../platform/net/upstream-answer.ts';
import {
  type AdaptedCall,
  AdaptedText,
  type Adapter,
  AskedMembers,
  type FileSending,
} from '../../providers/adapter.ts';
import { LocalAnswer } from '../../providers/local-answer.ts';
import { collectAnswer } from '../answer/collect-answer.ts';
import { mediaTypeOf } from '../answer/media-type.ts';
import type { RoutedCall } from '../call/call-context.ts';
import type { RelayDeps } from '../relay-deps.ts';
import { weighLosses } from '../request/fits.ts';

/** Limit for parsing and writing at once: about 5 ms for each MiB. */
const MAX_REQUEST_BYTES = 4 * 2 ** 20;
/** Enough for ten pictures. */
const MAX_ANSWER_BYTES = 64 * 2 ** 20;
const NO_MEMBERS: ReadonlySet<string> = new Set();

/** A request in the format of a vendor that differs from the caller's dialect. */
export interface AdaptedRequest {
  body: Buffer;
  /** Replaces the form's path. */
  path: string | null;
  sendsForm: boolean;
  /** Absent if files are sent in a form. */
  sendsFile?: FileSending;
  /** Absent for JSON or a form. */
  contentType?: string;
  /** Headers in addition to the channel's. */
  headers?: Readonly<Record<string, string>>;
}

type AnsweringAdapter = Adapter & { answer: NonNullable<Adapter['answer']> };

/** @throws request.too_large, request.invalid; as `weighLosses` */
export function adaptRequest(call: RoutedCall, adapter: Adapter, deps: RelayDeps): AdaptedRequest {
  const { body } = call;
  if (body.length > MAX_REQUEST_BYTES)
    throw new GatewayError('request.too_large', { limit: MAX_REQUEST_BYTES });
  const members = JSON.parse(body.toString('utf8')) as Json;
  const asked = new AskedMembers(members);
  const adapted = adaptedCall(call, deps);
  const request = adapter.request(asked, adapted);
  const report = new ConversionReport();
  for (const name of asked.left) report.note('dropped', name);
  weighLosses(call, report);
  call.leftOut = report.losses > 0 ? report : null;
  const path = adapter.path?.(members, adapted) ?? null;
  if (request instanceof AdaptedText) {
    const { text, type, headers } = request;
    return { body: Buffer.from(text), path, sendsForm: false, contentType: type, headers };
  }
  const { sendsForm = false, sendsFile } = adapter;
  return { body: Buffer.from(JSON.stringify(request)), path, sendsForm, ...(sendsFile && { sendsFile }) };
}

/**
 * Converts a vendor's answer into the caller's format.
 * @throws upstream.broken_answer, rate.body_bytes, gateway.busy
 */
export async function adaptAnswer(
  call: RoutedCall,
  answer: UpstreamAnswer,
  {
    adapter: { answer: adapt, answerFile, unfinished },
    poll,
    deps,
  }: {
    adapter: AnsweringAdapter;
    /** Requests the state of an unfinished answer. */
    poll(path: string): Promise<UpstreamAnswer>;
    deps: RelayDeps;
  },
): Promise<UpstreamAnswer> {
  if (answerFile !== undefined && mediaTypeOf(answer).startsWith('image/')) {
    const file = await collectAnswer(answer, { maxBytes: MAX_ANSWER_BYTES, hold: call.bodyHold });
    return LocalAnswer.whole(answerFile(file, adaptedCall(call, deps)));
  }
  try {
    let parsed = await readObject(call, answer);
    for (let path = unfinished?.(parsed) ?? null; path !== null; path = unfinished?.(parsed) ?? null)
      parsed = (await readState(call, () => poll(path as string))) ?? parsed;
    const asked = JSON.parse(call.body.toString('utf8')) as Json;
    const adapted = adapt(parsed, { ...adaptedCall(call, deps), asked });
    return isFile(adapted) ? LocalAnswer.file(adapted.file, adapted.type) : LocalAnswer.whole(adapted);
  } catch (cause) {
    if (cause instanceof GatewayError || cause instanceof UpstreamError) throw cause;
    throw new GatewayError('upstream.broken_answer', {}, { cause });
  }
}

/** @returns null where a poll was lost on its way: the work goes on at the vendor, and is paid for */
async function readState(call: RoutedCall, poll: () => Promise<UpstreamAnswer>): Promise<Json | null> {
  try {
    return await readObject(call, await poll());
  } catch (error) {
    if (error instanceof UpstreamError && LOST_POLLS.has(error.fault)) return null;
    throw error;
  }
}

const LOST_POLLS: ReadonlySet<UpstreamFault> = new Set(['unreachable', 'timeout', 'cut']);

async function readObject(call: RoutedCall, answer: UpstreamAnswer): Promise<Json> {
  // A body that is not JSON is not read to its end.
  const scan = new JsonScanner({ members: NO_MEMBERS });
  const bytes = await collectAnswer(answer, {
    ...{ maxBytes: MAX_ANSWER_BYTES, hold: call.bodyHold },
    check: (piece) => scan.feed(piece),
  });
  assertParsable(bytes);
  const parsed = objectOf(JSON.parse(bytes.toString('utf8')));
  if (parsed === null) throw new TypeError('the answer is no object');
  return parsed;
}

const isFile = (adapted: object): adapted is { file: Buffer; type: string } =>
  'file' in adapted && Buffer.isBuffer(adapted.file);

const adaptedCall = ({ route }: RoutedCall, { clock }: RelayDeps): AdaptedCall => ({
  upstreamModel: route.upstreamModel,
  nowSeconds: clock.nowSeconds(),
});
