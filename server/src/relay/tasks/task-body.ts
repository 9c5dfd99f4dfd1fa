import { invalid } from '../../dialects/neutral/members.ts';
import type { TaskBody } from '../../dialects/tasks/read-task.ts';
import type { TaskMedia } from '../../dialects/tasks/task-media.ts';
import { GatewayError } from '../../platform/gateway-error.ts';
import { LongTexts } from '../../platform/json/long-texts.ts';
import { readBody } from '../body/read-body.ts';
import { assertPaysForBody } from '../body/unpaid-body.ts';
import type { IdentifiedCall } from '../call/call-context.ts';
import type { RelayDeps } from '../relay-deps.ts';

/** Files of a form are sent to the vendor in base64. */
const MAX_FILE_BYTES = 20 * 2 ** 20;

export interface GivenBody extends TaskBody {
  texts: LongTexts;
}

/**
 * Receives the body of a request for a task.
 * @throws request.malformed_json, request.malformed_form, request.too_large, request.unsafe; errors of the body limits
 */
export async function takeTaskBody(call: IdentifiedCall, deps: RelayDeps): Promise<GivenBody> {
  const texts = new LongTexts();
  const isForm = /^multipart\//i.test(call.caller.request.headers['content-type'] ?? '');
  const { json, files } = isForm ? await takeForm(call, texts, deps) : await takeJson(call, texts, deps);
  return { json, files, texts };
}

async function takeJson(
  call: IdentifiedCall,
  texts: LongTexts,
  deps: RelayDeps,
): Promise<Pick<TaskBody, 'json' | 'files'>> {
  call.bodyHold = deps.bodyBudget.open(call.identity.userId);
  const assertMayBeLarge = (): Promise<void> | undefined => assertPaysForBody(call, deps);
  const bounds = { limitBytes: deps.bodyLimitBytes, hold: call.bodyHold, assertMayBeLarge };
  const bytes = await readBody(call.caller.request, bounds);
  await assertSafe(bytes, deps);
  return { json: bytes.length === 0 ? {} : await parse(texts, bytes), files: new Map() };
}

async function parse(texts: LongTexts, bytes: Buffer): Promise<unknown> {
  try {
    return await texts.parseInTurns(bytes);
  } catch (error) {
    throw error instanceof GatewayError
      ? error
      : new GatewayError('request.malformed_json', {}, { cause: error });
  }
}

async function takeForm(
  call: IdentifiedCall,
  texts: LongTexts,
  deps: RelayDeps,
): Promise<Pick<TaskBody, 'json' | 'files'>> {
  // Loaded with the first form.
  const { readUpload } = await import('../body/read-upload.ts');
  const { UploadSpool } = await import('../body/upload-spool.ts');
  const { place, budget } = deps.uploads;
  const spool = new UploadSpool(place, budget.open(call.identity.userId));
  const assertMayBeLarge = (): Promise<void> | undefined => assertPaysForBody(call, deps);
  try {
    const limitBytes = Math.min(deps.uploads.limitBytes, deps.bodyLimitBytes);
    call.upload = await readUpload(call.caller.request, spool, { limitBytes, assertMayBeLarge });
  } catch (error) {
    spool.release();
    throw error;
  }
  const { fields, files: uploaded } = call.upload;
  await assertSafe(fields, deps);
  call.bodyHold = deps.bodyBudget.open(call.identity.userId);
  const files = new Map<string, TaskMedia>();
  for (const { field, type, start, end } of uploaded) {
    if (files.has(field)) throw invalid(field.slice(0, 100), 'too_big');
    const length = end - start;
    if (length > MAX_FILE_BYTES) throw new GatewayError('request.too_large', { limit: MAX_FILE_BYTES });
    call.bodyHold.take(Math.ceil(length / 3) * 4);
    const pieces: Buffer[] = [];
    for await (const piece of spool.read(start, end)) pieces.push(Buffer.from(piece));
    const base64 = Buffer.from(Buffer.concat(pieces).toString('base64'), 'latin1');
    files.set(field, { type: type.toLowerCase(), base64: texts.add(base64) });
  }
  return { json: JSON.parse(fields.toString('utf8')) as unknown, files };
}

async function assertSafe(bytes: Buffer, { options, safetyCheck }: RelayDeps): Promise<void> {
  const { unsafeWords } = options();
  if (unsafeWords !== null) await safetyCheck.assertSafe(bytes, unsafeWords);
}
