import { isUtf8 } from 'node:buffer';
import { SEARCH_SUFFIX } from '@turnpike/contract';
import type { AttachedFile, RequestFacts } from '../../dialects/dialect.ts';
import { fieldError, GatewayError } from '../../platform/gateway-error.ts';
import type { JsonScanner } from '../../platform/json/json-scanner.ts';
import { holdMemory } from '../../platform/memory/held-memory.ts';
import type { IncomingMessage } from '../../platform/net/http-messages.ts';
import { TimedHeartbeat } from '../answer/heartbeat.ts';
import type { BodyHold } from '../body/body-budget.ts';
import { readBody } from '../body/read-body.ts';
import { replaceBody, scanBody } from '../body/scan-body.ts';
import { assertPaysForBody } from '../body/unpaid-body.ts';
import type { IdentifiedCall, ReadCall } from '../call/call-context.ts';
import { isYes } from '../call/header-flags.ts';
import { restoreItems } from '../kept/restore-items.ts';
import type { RelayDeps } from '../relay-deps.ts';
import { takeSearchWish } from '../request/search-wish.ts';
import { payingGroupFor } from '../rights/call-groups.ts';
import { assertMayUseModel } from '../rights/key-rights.ts';
import { withModelOfAddress } from './model-of-address.ts';

/** Receives the body and reads the facts that the gateway needs. */
export async function accept(call: IdentifiedCall, deps: RelayDeps): Promise<ReadCall> {
  const { identity, dialect, address, caller } = call;
  const bodyHold = deps.bodyBudget.open(identity.userId);
  call.bodyHold = bodyHold;
  const taken = await takeBody(call, { bodyHold, deps });
  const { namesModelInAddress = false } = caller.family;
  const body = namesModelInAddress ? await withModelOfAddress(taken, address.model ?? '') : taken;
  holdMemory(body);
  call.body = body;
  let scan = await scanRestored(call, deps);
  const files = await filesOf(call, deps);
  let facts = dialect.readFacts({ address, body: call.body, scan, ...(files !== null && { files }) });
  if (facts.model.endsWith(SEARCH_SUFFIX))
    ({ scan, facts } = await takeSearchWish(call, { scan, facts }, deps));
  assertMayUseModel(identity.rights, facts.model);
  call.payingGroup = payingGroupFor(call, facts.model);
  const accepted = Object.assign(call, { bodyHold, scan, facts });
  const { unsafeWords, checksAnswers } = deps.options();
  if (unsafeWords !== null) await deps.safetyCheck.assertSafe(call.body, unsafeWords);
  if (checksAnswers) assertAnswerCanBeChecked(facts);
  call.tellsCharge = wantsCharge(call);
  const beatsAfter = identity.heartbeatSeconds;
  if (beatsAfter !== null && dialect.operation.kind === 'conversation')
    call.heartbeat = new TimedHeartbeat(accepted, {
      afterSeconds: beatsAfter,
      nowMs: deps.clock.monotonicMs(),
    });
  return accepted;
}

/** The pieces of several answers come mixed, and files of text have no texts in JSON. @throws request.invalid */
function assertAnswerCanBeChecked({ stream, answerCount, wantsFile }: RequestFacts): void {
  if (stream && answerCount > 1) throw fieldError('n', 'too_big');
  if (wantsFile === 'text') throw fieldError('response_format', 'invalid_value');
}

/**
 * Scans the body. References to earlier answers that the gateway stored are first replaced by their content.
 */
async function scanRestored(call: IdentifiedCall, deps: RelayDeps): Promise<JsonScanner> {
  const scan = await scanBody(call);
  if (!isUtf8(call.body)) throw new GatewayError('request.malformed_json');
  const restored = await restoreItems(call, scan, deps);
  return restored === call.body ? scan : replaceBody(call, restored);
}

const isForm = ({ headers }: IncomingMessage): boolean => /^multipart\//i.test(headers['content-type'] ?? '');

/** @returns the body, or the fields of a form as JSON */
async function takeBody(
  call: IdentifiedCall,
  { bodyHold, deps }: { bodyHold: BodyHold; deps: RelayDeps },
): Promise<Buffer> {
  const { identity, dialect, caller } = call;
  const assertMayBeLarge = (): Promise<void> | undefined => assertPaysForBody(call, deps);
  if (dialect.operation.files === undefined || !isForm(caller.request)) {
    const limitBytes = deps.bodyLimitBytes;
    return readBody(caller.request, { limitBytes, hold: bodyHold, assertMayBeLarge });
  }
  // Loaded with the first form.
  const { assertReadAsWritten, readUpload } = await import('../body/read-upload.ts');
  const { UploadSpool } = await import('../body/upload-spool.ts');
  const { place, limitBytes, budget } = deps.uploads;
  const spool = new UploadSpool(place, budget.open(identity.userId));
  try {
    call.upload = await readUpload(caller.request, spool, { limitBytes, assertMayBeLarge });
    assertReadAsWritten(call.upload, dialect.members);
  } catch (error) {
    spool.release();
    throw error;
  }
  return call.upload.fields;
}

/** @returns null if the request is not a form */
async function filesOf(
  { upload, dialect }: IdentifiedCall,
  { soundLength }: RelayDeps,
): Promise<AttachedFile[] | null> {
  if (upload === null) return null;
  const isSound = dialect.operation.files === 'sound';
  return Promise.all(
    upload.files.map(async (file) => ({
      bytes: file.end - file.start,
      seconds: isSound ? await soundLength.secondsOf(upload.spool.lookAt(file)) : null,
    })),
  );
}

/** Whether the caller wants the charge in the answer. */
export const wantsCharge = ({ identity, caller }: Pick<IdentifiedCall, 'identity' | 'caller'>): boolean =>
  identity.tellsCost || isYes(caller.request.headers['x-turnpike-charge']);
