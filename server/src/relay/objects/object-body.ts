import { parseObject } from '../../dialects/neutral/json-values.ts';
import { invalid } from '../../dialects/neutral/members.ts';
import { idsIn } from '../../dialects/openai/object-ids.ts';
import { GatewayError } from '../../platform/gateway-error.ts';
import type { ReadBody } from '../../platform/memory/large-body.ts';
import { readBody } from '../body/read-body.ts';
import { assertPaysForBody } from '../body/unpaid-body.ts';
import type { IdentifiedCall } from '../call/call-context.ts';
import type { RelayDeps } from '../relay-deps.ts';
import { writeUpload } from '../request/upload-form.ts';

/** Room for a thousand ids with their members. */
const MAX_JSON_BYTES = 2 ** 20;

export interface ObjectBody {
  /** Ids of the stored objects that it names. */
  ids: ReadonlySet<string>;
  contentType: string;
  bytes: Buffer | ReadBody;
}

/**
 * Receives the body of a request about stored objects. JSON is rewritten, so that the vendor reads exactly
 * the ids that were checked. Files are spooled to disk.
 * @returns null if there is none
 * @throws request.malformed_json, request.malformed_form, request.invalid, request.too_large,
 * request.too_deep; errors of the body limits
 */
export async function takeObjectBody(call: IdentifiedCall, deps: RelayDeps): Promise<ObjectBody | null> {
  const { headers } = call.caller.request;
  const announced = headers['content-length'];
  if (announced === '0' || (announced === undefined && headers['transfer-encoding'] === undefined))
    return null;
  if (/^multipart\//i.test(headers['content-type'] ?? '')) return takeForm(call, deps);
  const hold = deps.bodyBudget.open(call.identity.userId);
  call.bodyHold = hold;
  const limitBytes = Math.min(deps.bodyLimitBytes, MAX_JSON_BYTES);
  const assertMayBeLarge = (): Promise<void> | undefined => assertPaysForBody(call, deps);
  const bytes = await readBody(call.caller.request, { limitBytes, hold, assertMayBeLarge });
  if (bytes.length === 0) return null;
  const json = parseObject(bytes.toString('utf8'));
  if (json === null) throw new GatewayError('request.malformed_json');
  return { ids: idsIn(json), contentType: 'application/json', bytes: Buffer.from(JSON.stringify(json)) };
}

async function takeForm(call: IdentifiedCall, deps: RelayDeps): Promise<ObjectBody> {
  // Loaded with the first form.
  const { readUpload } = await import('../body/read-upload.ts');
  const { UploadSpool } = await import('../body/upload-spool.ts');
  const { place, limitBytes, budget } = deps.uploads;
  const spool = new UploadSpool(place, budget.open(call.identity.userId));
  const assertMayBeLarge = (): Promise<void> | undefined => assertPaysForBody(call, deps);
  try {
    call.upload = await readUpload(call.caller.request, spool, { limitBytes, assertMayBeLarge });
  } catch (error) {
    spool.release();
    throw error;
  }
  const { fields, files } = call.upload;
  if (files.length > 1) throw invalid('file', 'unsupported');
  const written = writeUpload(fields, call.upload);
  const ids = idsIn(JSON.parse(fields.toString('utf8')));
  return { ids, contentType: written.contentType, bytes: written };
}
