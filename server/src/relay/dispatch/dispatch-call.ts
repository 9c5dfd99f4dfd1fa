import { mayHoldForeignSeals } from '../../dialects/foreign-seals.ts';
import type { FindLinkedMedia } from '../../dialects/linked-media.ts';
import { ConversionReport } from '../../dialects/neutral/conversion-report.ts';
import { placeValuesOf } from '../../modules/routing/request-places.ts';
import type { RoutingChannel } from '../../modules/routing/routing-snapshot.ts';
import { GatewayError } from '../../platform/gateway-error.ts';
import { holdMemory } from '../../platform/held-memory.ts';
import { lowest } from '../../platform/lowest.ts';
import { PeekedAnswer } from '../../platform/peeked-answer.ts';
import { joined, Pieces } from '../../platform/pieces.ts';
import { spliceApart, spliceInTurns } from '../../platform/splice.ts';
import { type UpstreamAnswer, UpstreamError, type UpstreamFault } from '../../platform/upstream-answer.ts';
import type { Adapter } from '../../providers/adapter.ts';
import type { Framing } from '../../providers/framing.ts';
import { LocalAnswer } from '../../providers/local-answer.ts';
import type { Form } from '../../providers/provider.ts';
import { mediaTypeOf } from '../answer/media-type.ts';
import { isSuccess, readFailure, toFailureError, VendorError } from '../answer/read-failure.ts';
import { textForOperator } from '../answer/vendor-text.ts';
import { type Attempt, beginAttempt } from '../call/attempt.ts';
import type { AnsweredCall, Delivery, RoutedCall } from '../call/call-context.ts';
import { callChannel } from '../channel/call-channel.ts';
import { writeUpload } from '../channel/upload-form.ts';
import type { AdaptedRequest } from '../convert/adapt-call.ts';
import { refuseLosses } from '../convert/refuse-losses.ts';
import { FileDelivery } from '../deliver/file-delivery.ts';
import { StreamDelivery } from '../deliver/stream-delivery.ts';
import { WholeDelivery } from '../deliver/whole-delivery.ts';
import { noteFailure } from '../learned/note-outcome.ts';
import type { RelayDeps } from '../relay-deps.ts';
import { writeFileBody } from './file-body.ts';
import { FramedAnswer } from './framed-answer.ts';
import { overrideMembers } from './override-members.ts';
import { pollerOf } from './poll-upstream.ts';
import {
  fateOfLimit,
  learnMembers,
  otherMembersOf,
  type WrittenMembers,
  writtenMembersOf,
} from './written-members.ts';

const faultCodes = {
  unreachable: 'upstream.unreachable',
  timeout: 'upstream.timeout',
  broken: 'upstream.broken_answer',
  cut: 'upstream.answer_cut',
  private_network: 'upstream.unreachable',
  proxy_unreachable: 'upstream.proxy_unreachable',
  proxy_refused: 'upstream.proxy_refused',
  cancelled: 'caller.left',
} as const satisfies Record<UpstreamFault, string>;

/**
 * Converts an upstream's fault to an error of the catalogue. Lack of memory for its answer is not its fault.
 */
export function toUpstreamError(error: unknown): unknown {
  if (!(error instanceof UpstreamError)) return error;
  return error.cause instanceof GatewayError
    ? error.cause
    : new GatewayError(faultCodes[error.fault], {}, { cause: error });
}

/**
 * Calls the chosen channel and waits until the first bytes of an answer can be passed on.
 * @throws an error of the catalogue; nothing was sent to the caller then, so another channel may be tried
 */
export async function dispatch(call: RoutedCall, deps: RelayDeps): Promise<AnsweredCall> {
  const { route } = call;
  const startedAtMs = deps.clock.monotonicMs();
  const attempt = beginAttempt(route.channel);
  call.attempts.push(attempt);
  const heldBytes = call.bodyHold.bytes;
  call.isTaken = false;
  call.failedStream = null;
  let answer: UpstreamAnswer | null = null;
  try {
    answer = await askChannel(call, attempt, deps);
    const delivery = await openDelivery(call, answer, deps);
    const firstByteMs = deps.clock.monotonicMs() - call.startedAtMs;
    return Object.assign(call, { delivery, firstByteMs, isTaken: true });
  } catch (thrown) {
    const error = toUpstreamError(thrown);
    call.isTaken = wasTakenAndLeft(thrown) || (answer !== null && isOfOwnMemory(error));
    answer?.cancel();
    // The bytes read of a failed answer are no longer kept.
    call.bodyHold.resize(Math.min(heldBytes, call.bodyHold.bytes));
    attempt.code = error instanceof GatewayError ? error.code : 'gateway.internal';
    attempt.message = causeOf(error, route.channel);
    noteFailure(call, error, deps);
    deps.report({
      requestId: call.requestId,
      message: `channel ${route.channel.id}: ${attempt.code}`,
      cause: attempt.message,
    });
    throw error;
  } finally {
    attempt.durationMs = deps.clock.monotonicMs() - startedAtMs;
  }
}

const wasTakenAndLeft = (thrown: unknown): boolean =>
  thrown instanceof UpstreamError && thrown.fault === 'cancelled' && thrown.wasSent;

/** The caller's other calls use all of its memory, so the answer is not at fault. */
const isOfOwnMemory = (error: unknown): boolean =>
  error instanceof GatewayError && error.code === 'rate.body_bytes';

/** Cause of a failure for administrators, as in the log row: the message of the vendor or the network. */
export function causeOf(error: unknown, channel: RoutingChannel): string {
  const { cause } = error as Error;
  if (cause instanceof VendorError) return cause.message;
  const origin = cause instanceof UpstreamError ? cause.cause : cause;
  return origin instanceof Error ? textForOperator(origin.message, channel) : '';
}

/** A request may be refused for a member's name, then for its value, and then as too large for this input. */
const MAX_SENDS = 3;

/**
 * Sends the request, and repeats it if only a member that the gateway wrote was refused.
 * @returns a successful answer
 */
async function askChannel(call: RoutedCall, attempt: Attempt, deps: RelayDeps): Promise<UpstreamAnswer> {
  const { route, form } = call;
  const { channel } = route;
  const first = writtenMembersOf(call, deps);
  let written = first;
  for (let sends = 1; ; sends += 1) {
    const answer = await send(call, written, deps);
    attempt.status = answer.status;
    if (isSuccess(answer)) {
      const { maxOutputTokens, hasDefaultLimit } = call.facts;
      const named = hasDefaultLimit ? null : maxOutputTokens;
      call.sentLimit = lowest(written.outputLimit?.tokens ?? null, named);
      if (written !== first) learnMembers(call, { taken: written, refused: first }, deps);
      return answer;
    }
    const failure = await readFailure(answer, form);
    const other = sends < MAX_SENDS ? otherMembersOf(call, { written, first }, failure) : null;
    if (other === null) throw toFailureError(failure, answer, { channel, form });
    written = other;
  }
}

function send(
  call: RoutedCall,
  written: WrittenMembers,
  deps: RelayDeps,
): UpstreamAnswer | Promise<UpstreamAnswer> {
  call.converted = null;
  call.leftOut = null;
  if (call.form.adapter !== undefined) return adaptAndSend(call, call.form.adapter, deps);
  if (call.form.dialect !== call.dialect) return convertAndSend(call, written, deps);
  noteBound(call, written);
  const body = passedBody(call, written);
  if (written.putsSystemFirst) return passWithSystemFirst(call, body, deps);
  return body instanceof Promise ? body.then((whole) => pass(call, whole, deps)) : pass(call, body, deps);
}

async function passWithSystemFirst(
  call: RoutedCall,
  passed: Buffer | Pieces | Promise<Buffer | Pieces>,
  deps: RelayDeps,
): Promise<UpstreamAnswer> {
  const { putSystemTurnsFirst } = await import('../convert/put-system-first.ts');
  const { body, report } = await putSystemTurnsFirst(call, await joined(await passed));
  noteAll(call, report);
  return pass(call, body, deps);
}

/** Reports a bound that the gateway adds, under the name that the caller used. */
function noteBound(call: RoutedCall, { outputLimit }: WrittenMembers): void {
  if (outputLimit === null) return;
  const { facts, dialect, scan } = call;
  const { member, tokens } = outputLimit;
  const own = dialect.limitMembers.find((name) => scan.found.has(name));
  const fate = fateOfLimit(tokens, facts.maxOutputTokens);
  // The member may be present as null.
  const name = fate === 'added' ? member : (own ?? member);
  if (fate !== null) reportOf(call).note(fate, name, String(tokens));
}

function pass(
  call: RoutedCall,
  body: Buffer | Pieces,
  deps: RelayDeps,
): UpstreamAnswer | Promise<UpstreamAnswer> {
  const { form, dialect, facts } = call;
  const mayLink = form.readsNoAddresses && facts.media !== null && mayNameAddress(call.body);
  return mayLink && dialect.linkedMedia !== undefined
    ? passWithLinkedMedia(call, { passed: body, loadFind: dialect.linkedMedia }, deps)
    : passOwnSeals(call, body, deps);
}

/** JSON may contain `\/` for `/`; base64 has no colon. */
const mayNameAddress = (body: Buffer): boolean => body.includes('://') || body.includes(':\\/');

async function passWithLinkedMedia(
  call: RoutedCall,
  { passed, loadFind }: { passed: Buffer | Pieces; loadFind: () => Promise<FindLinkedMedia> },
  deps: RelayDeps,
): Promise<UpstreamAnswer> {
  const { inlineLinkedMedia } = await import('../convert/inline-linked-media.ts');
  const whole = await joined(passed);
  const { body, report } = await inlineLinkedMedia(call, { body: whole, find: await loadFind() }, deps);
  noteAll(call, report);
  return passOwnSeals(call, body, deps);
}

function passOwnSeals(
  call: RoutedCall,
  body: Buffer | Pieces,
  deps: RelayDeps,
): UpstreamAnswer | Promise<UpstreamAnswer> {
  return mayHoldForeignSeals(call, call.route.upstreamModel)
    ? passWithoutSeals(call, body, deps)
    : sendBody(call, body, deps);
}

async function passWithoutSeals(
  call: RoutedCall,
  passed: Buffer | Pieces,
  deps: RelayDeps,
): Promise<UpstreamAnswer> {
  const { leaveOutForeignSeals } = await import('../convert/leave-out-foreign-seals.ts');
  const whole = await joined(passed);
  const { body, report } = await leaveOutForeignSeals(call, whole, call.route.upstreamModel);
  noteAll(call, report);
  return sendBody(call, body, deps);
}

async function convertAndSend(
  call: RoutedCall,
  written: WrittenMembers,
  deps: RelayDeps,
): Promise<UpstreamAnswer> {
  // Loaded with the first call that needs it.
  const { convertRequest } = await import('../convert/convert-request.ts');
  return sendBody(call, await convertRequest(call, written, deps), deps);
}

async function adaptAndSend(call: RoutedCall, adapter: Adapter, deps: RelayDeps): Promise<UpstreamAnswer> {
  // Loaded with the first call that needs it.
  const { adaptRequest } = await import('../convert/adapt-call.ts');
  const { body, ...adapted } = adaptRequest(call, adapter, deps);
  return sendBody(call, body, deps, adapted);
}

function sendBody(
  call: RoutedCall,
  body: Buffer | Pieces,
  deps: RelayDeps,
  adapted: Omit<AdaptedRequest, 'body'> | null = null,
): UpstreamAnswer | Promise<UpstreamAnswer> {
  const { overrides } = call.route.channel;
  const { finalEdits } = call.form;
  const isJson = adapted?.contentType === undefined;
  if (isJson && (overrides !== null || finalEdits !== undefined))
    return changeAndSend(call, body, deps, adapted);
  const { answerLocally, signs } = call.route.channel.provider;
  const isRead = call.upload !== null || answerLocally !== undefined || signs !== undefined;
  const whole = isRead ? joined(body) : body;
  if (whole instanceof Promise) return whole.then((bytes) => sendFinalBody(call, bytes, deps, adapted));
  return sendFinalBody(call, whole, deps, adapted);
}

/** Applies the channel's changes first, then its vendor's. */
async function changeAndSend(
  call: RoutedCall,
  given: Buffer | Pieces,
  deps: RelayDeps,
  adapted: Omit<AdaptedRequest, 'body'> | null,
): Promise<UpstreamAnswer> {
  const { overrides } = call.route.channel;
  const { finalEdits } = call.form;
  const body = await joined(given);
  const own =
    overrides === null
      ? body
      : await overrideMembers(body, overrides, {
          model: call.facts.model,
          values: () => placeValuesOf(call, call.route.upstreamModel),
          report: () => reportOf(call),
        });
  const last = finalEdits === undefined ? own : await withFinalEdits(call, own, finalEdits);
  return sendFinalBody(call, last, deps, adapted);
}

/** @throws request.lossy_conversion for a strict caller, if something is removed */
async function withFinalEdits(
  call: RoutedCall,
  body: Buffer,
  finalEdits: NonNullable<Form['finalEdits']>,
): Promise<Buffer> {
  const lost = new ConversionReport();
  const { headers } = call.caller.request;
  const changed = await spliceInTurns(body, await finalEdits(body, { headers, report: lost }));
  refuseLosses(call, lost);
  noteAll(call, lost);
  return changed;
}

/** @param report of one step of the request */
function noteAll(call: RoutedCall, report: ConversionReport): void {
  for (const { fate, field, why } of report.fields) reportOf(call).note(fate, field, why);
}

/** Returns the report of the changes to the request, converted or not. */
function reportOf(call: RoutedCall): ConversionReport {
  if (call.converted !== null) return call.converted.report;
  call.leftOut ??= new ConversionReport();
  return call.leftOut;
}

function sendFinalBody(
  call: RoutedCall,
  body: Buffer | Pieces,
  { upstreams, signing }: RelayDeps,
  adapted: Omit<AdaptedRequest, 'body'> | null,
): UpstreamAnswer | Promise<UpstreamAnswer> {
  const { route, form, facts, caller, breakOff, upload } = call;
  const { channel, upstreamModel } = route;
  const { headers } = caller.request;
  const path = adapted?.path ?? null;
  const request = { form, upstreamModel, stream: facts.stream, path, headers, call };
  if ((upload !== null || adapted?.sendsForm) && !(body instanceof Pieces)) {
    const written =
      upload === null || adapted?.sendsFile === undefined
        ? writeUpload(body, upload)
        : writeFileBody(body, upload, adapted.sendsFile);
    const { contentType } = written;
    return callChannel(channel, { ...request, body: written, contentType }, { upstreams, signing, breakOff });
  }
  // A body written for this channel is freed once it is sent. The caller's own body, which pieces may
  // reference, is freed when the call no longer needs it.
  const held = body instanceof Pieces ? call.body : body;
  holdMemory(held);
  if (adapted?.contentType === undefined)
    return callChannel(channel, { ...request, body, held }, { upstreams, signing, breakOff });
  const { contentType, headers: addedHeaders = {} } = adapted;
  const asText = { ...request, body, held, contentType, addedHeaders };
  return callChannel(channel, asText, { upstreams, signing, breakOff });
}

/** Returns the caller's bytes with only the required changes spliced in. */
function passedBody(
  { route, form, facts, scan, dialect, address, body }: RoutedCall,
  written: WrittenMembers,
): Buffer | Pieces | Promise<Buffer | Pieces> {
  const { upstreamModel } = route;
  const edits = dialect.editsOf({ address, body, scan }, facts, { upstreamModel, ...written });
  if (form.extraEdits === undefined) return spliceApart(body, edits);
  return form.extraEdits(body).then((extra) => spliceApart(body, [...edits, ...extra]));
}

async function openDelivery(call: RoutedCall, given: UpstreamAnswer, deps: RelayDeps): Promise<Delivery> {
  const { framing, adapter } = call.form;
  const framed = framing === undefined ? given : await inEvents(call, given, { framing, deps });
  const shaped = adapter?.answer === undefined ? framed : await inCallersShape(call, framed, deps);
  const { stream, wantsFile } = call.facts;
  // Servers that cannot stream sound send it as a file.
  if (stream && (wantsFile === undefined || !isFile(shaped))) return StreamDelivery.open(call, shaped, deps);
  if (wantsFile !== undefined) return FileDelivery.open(call, shaped);
  const { vectorEncoding } = call.facts;
  if (vectorEncoding !== undefined) {
    const { inAskedEncoding } = await import('../convert/asked-encoding.ts');
    return WholeDelivery.open(call, await inAskedEncoding(call, shaped, vectorEncoding), deps);
  }
  const { converted } = call;
  // A content type is trusted if it is the usual one.
  const peeked = mediaTypeOf(shaped) === 'application/json' ? null : await PeekedAnswer.open(shaped);
  const answer = peeked ?? shaped;
  if (peeked?.kind === 'events') {
    const { joinStream } = await import('../convert/join-stream.ts');
    const joined = await joinStream(call, answer, deps);
    if (converted !== null) return converted.openJoined(joined);
    return WholeDelivery.open(call, LocalAnswer.whole(joined), deps);
  }
  return converted === null ? WholeDelivery.open(call, answer, deps) : converted.openWhole(answer);
}

const isFile = (answer: UpstreamAnswer): boolean => /^audio\/|octet-stream/.test(mediaTypeOf(answer));

/** Stream readers understand only server-sent events. */
async function inEvents(
  { identity }: RoutedCall,
  answer: UpstreamAnswer,
  { framing, deps }: { framing: Framing; deps: RelayDeps },
): Promise<UpstreamAnswer> {
  if (!framing.types.includes(mediaTypeOf(answer))) return answer;
  const frames = await framing.open();
  return new FramedAnswer(answer, frames, deps.bodyBudget.open(identity.userId));
}

async function inCallersShape(
  call: RoutedCall,
  answer: UpstreamAnswer,
  deps: RelayDeps,
): Promise<UpstreamAnswer> {
  const { adapter } = call.form;
  if (adapter?.answer === undefined) return answer;
  const { adaptAnswer } = await import('../convert/adapt-call.ts');
  const answering = { ...adapter, answer: adapter.answer };
  return adaptAnswer(call, answer, { adapter: answering, poll: pollerOf(call, deps), deps });
}
