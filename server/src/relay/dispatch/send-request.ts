import { spliceApart } from '../../platform/json/splice.ts';
import { holdMemory } from '../../platform/memory/held-memory.ts';
import { joined, Pieces } from '../../platform/memory/pieces.ts';
import type { UpstreamAnswer } from '../../platform/net/upstream-answer.ts';
import type { Adapter } from '../../providers/adapter.ts';
import type { RoutedCall } from '../call/call-context.ts';
import { callChannel } from '../channel/call-channel.ts';
import type { AdaptedRequest } from '../convert/adapt-call.ts';
import type { RelayDeps } from '../relay-deps.ts';
import { writeFileBody } from '../request/file-body.ts';
import { noteBound } from '../request/request-report.ts';
import { writeUpload } from '../request/upload-form.ts';
import { type WrittenMembers, writtenMembersOf } from '../request/written-members.ts';
import { type BodyStep, stepsOf } from './body-steps.ts';

type Answering = UpstreamAnswer | Promise<UpstreamAnswer>;
/** An adapter decides this about a request, in addition to its body. */
type Adapted = Omit<AdaptedRequest, 'body'>;

/** A request in the form of the chosen channel, with the steps that change its body. */
interface PreparedRequest {
  body: Buffer | Pieces | Promise<Buffer | Pieces>;
  steps: readonly BodyStep[];
  adapted?: Adapted;
}

/** Writes the request in the form of the chosen channel and sends it. */
export function sendRequest(call: RoutedCall, written: WrittenMembers, deps: RelayDeps): Answering {
  const prepared = prepare(call, written, deps);
  if (prepared instanceof Promise) return prepared.then((request) => changeAndSend(call, request, deps));
  const { body, steps } = prepared;
  if (steps.length > 0 || body instanceof Promise) return changeAndSend(call, prepared, deps);
  return send(call, body, deps);
}

/** Writes the request as `sendRequest` does, and sends nothing. @throws as that, before it sends */
export async function writeRequest(call: RoutedCall, deps: RelayDeps): Promise<void> {
  await changed(call, await prepare(call, writtenMembersOf(call, deps), deps), deps);
}

function prepare(
  call: RoutedCall,
  written: WrittenMembers,
  deps: RelayDeps,
): PreparedRequest | Promise<PreparedRequest> {
  call.converted = null;
  call.leftOut = null;
  const { adapter, dialect } = call.form;
  if (adapter !== undefined) return adapted(call, { adapter, written }, deps);
  if (dialect !== call.dialect) return converted(call, written, deps);
  noteBound(call, written);
  return { body: passedBody(call, written), steps: stepsOf(call, written, { isPassed: true }) };
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

async function converted(
  call: RoutedCall,
  written: WrittenMembers,
  deps: RelayDeps,
): Promise<PreparedRequest> {
  // Loaded with the first call that needs it.
  const { convertRequest } = await import('../convert/convert-request.ts');
  const body = await convertRequest(call, written, deps);
  return { body, steps: stepsOf(call, written, { isPassed: false }) };
}

async function adapted(
  call: RoutedCall,
  { adapter, written }: { adapter: Adapter; written: WrittenMembers },
  deps: RelayDeps,
): Promise<PreparedRequest> {
  // Loaded with the first call that needs it.
  const { adaptRequest } = await import('../convert/adapt-call.ts');
  const { body, ...rest } = adaptRequest(call, adapter, deps);
  const isJson = rest.contentType === undefined;
  const steps = isJson ? stepsOf(call, written, { isPassed: false }) : [];
  return { body, steps, adapted: rest };
}

async function changed(
  call: RoutedCall,
  request: PreparedRequest,
  deps: RelayDeps,
): Promise<Buffer | Pieces> {
  let body = await request.body;
  for (const step of request.steps) body = await step.change(call, await joined(body), deps);
  return body;
}

async function changeAndSend(
  call: RoutedCall,
  request: PreparedRequest,
  deps: RelayDeps,
): Promise<UpstreamAnswer> {
  return send(call, await changed(call, request, deps), deps, request.adapted);
}

function send(call: RoutedCall, body: Buffer | Pieces, deps: RelayDeps, adapted?: Adapted): Answering {
  const { answerLocally, signs } = call.route.channel.provider;
  const isRead = call.upload !== null || answerLocally !== undefined || signs !== undefined;
  const whole = isRead ? joined(body) : body;
  if (whole instanceof Promise) return whole.then((bytes) => sendWritten(call, bytes, deps, adapted));
  return sendWritten(call, whole, deps, adapted);
}

function sendWritten(
  call: RoutedCall,
  body: Buffer | Pieces,
  { upstreams, signing }: RelayDeps,
  adapted: Adapted | undefined,
): Answering {
  const { route, form, facts, caller, upload } = call;
  const breakOff = call.attemptBreakOff ?? call.breakOff;
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
