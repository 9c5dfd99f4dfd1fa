import { Busboy, type BusboyInstance } from '@fastify/busboy';
import { fieldError, GatewayError, toGatewayError } from '../../platform/gateway-error.ts';
import { freeMemory, throwAway } from '../../platform/memory/held-memory.ts';
import type { IncomingMessage } from '../../platform/net/http-messages.ts';
import { FREE_BODY_BYTES } from './body-budget.ts';
import { assertIsHere } from './read-body.ts';
import type { UploadSpool } from './upload-spool.ts';

/** A file in a form. */
export interface UploadedFile {
  /** Name of the form field. */
  field: string;
  filename: string;
  type: string;
  /** Position in the spool. */
  start: number;
  end: number;
}

/** A received form. */
export interface Upload {
  /** The other fields as a JSON object of texts; repeated fields become lists. */
  fields: Buffer;
  files: readonly UploadedFile[];
  spool: UploadSpool;
}

export interface UploadBounds {
  limitBytes: number;
  /** Called before more than `FREE_BODY_BYTES` are read; throws if the caller may not send that much. */
  assertMayBeLarge(): Promise<void> | undefined;
}

const LIMITS = {
  fields: 100,
  fieldNameSize: 100,
  /** Limit of one field. All fields together may have twice as much: a prompt has 32 000 characters. */
  fieldSize: 512 * 1024,
  files: 20,
  headerPairs: 20,
};
const MAX_FIELD_BYTES = 1024 * 1024;

/**
 * Reads the fields and files of a form, in any order.
 * @throws request.malformed_form, request.too_large, rate.body_bytes, gateway.busy or the error of
 * `assertMayBeLarge`; caller.left
 */
export async function readUpload(
  request: IncomingMessage,
  spool: UploadSpool,
  { limitBytes, assertMayBeLarge }: UploadBounds,
): Promise<Upload> {
  const announced = Number(request.headers['content-length'] ?? 0);
  if (announced > limitBytes) throw new GatewayError('request.too_large', { limit: limitBytes });
  if (announced > FREE_BODY_BYTES) await assertMayBeLarge();
  assertIsHere(request);
  const fields = new Map<string, string[]>();
  const files: UploadedFile[] = [];
  let fieldBytes = 0;
  let hasAsked = announced > FREE_BODY_BYTES;
  const parser = parserOf(request);

  await new Promise<void>((resolve, reject) => {
    let spooling = Promise.resolve();
    const fail = (error: unknown): void => {
      request.unpipe(parser);
      throwAway(request);
      // Files that the parser still holds must not delay the end.
      parser.removeAllListeners('file');
      reject(toGatewayError(error));
    };
    const malformed = (cause?: unknown): void =>
      fail(new GatewayError('request.malformed_form', {}, { cause }));
    parser.on('field', (name, value, isNameCut, isValueCut) => {
      fieldBytes += name.length + value.length;
      if (isNameCut || isValueCut || fieldBytes > MAX_FIELD_BYTES)
        return fail(new GatewayError('request.too_large', { limit: MAX_FIELD_BYTES }));
      fields.set(name, [...(fields.get(name) ?? []), value]);
    });
    parser.on('file', (field, stream, filename, _encoding, type) => {
      spooling = spooling.then(async () => {
        const start = spool.length;
        for await (const piece of stream as AsyncIterable<Buffer>) {
          if (spool.length + piece.length > limitBytes)
            throw new GatewayError('request.too_large', { limit: limitBytes });
          if (!hasAsked && spool.length + piece.length > FREE_BODY_BYTES) {
            hasAsked = true;
            await assertMayBeLarge();
          }
          await spool.append(piece);
          freeMemory(piece);
        }
        files.push({ field, filename: filename ?? '', type, start, end: spool.length });
      });
      // Emitted for a part that ends too early.
      stream.on('error', () => {});
      spooling.catch((error: unknown) => (error instanceof GatewayError ? fail(error) : malformed(error)));
    });
    for (const event of ['partsLimit', 'filesLimit', 'fieldsLimit'] as const)
      parser.on(event, () => malformed(new Error(event)));
    parser.on('error', malformed);
    parser.on('finish', () => void spooling.then(resolve, fail));
    request.on('error', () => fail(new GatewayError('caller.left')));
    request.on('close', () => {
      if (!request.complete) fail(new GatewayError('caller.left'));
    });
    request.pipe(parser);
  });
  return { fields: toJson(fields), files, spool };
}

/**
 * Refuses ambiguous field names. A vendor's parser may accept `n[]`, `N`, a second `n` or a file named `n` as
 * `n`, and make ten pictures although the gateway read one.
 * @param members the fields that the gateway reads
 * @throws request.invalid, request.duplicate_member
 */
export function assertReadAsWritten({ fields, files }: Upload, members: ReadonlySet<string>): void {
  for (const [name, value] of Object.entries(JSON.parse(fields.toString('utf8')) as object)) {
    const plain = plainOf(name);
    if (!members.has(plain)) continue;
    if (name !== plain) throw fieldError(plain, 'unsupported');
    if (Array.isArray(value)) throw new GatewayError('request.duplicate_member');
  }
  for (const { field } of files)
    if (members.has(plainOf(field))) throw fieldError(plainOf(field), 'unsupported');
}

/** The plain name of `n[0]` is `n`. */
const plainOf = (name: string): string =>
  name.normalize('NFKC').split(/[[.]/, 1)[0]?.trim().toLowerCase() ?? '';

function parserOf(request: IncomingMessage): BusboyInstance {
  const type = request.headers['content-type'] ?? '';
  if (!/^multipart\/form-data\b/i.test(type)) throw new GatewayError('request.malformed_form');
  try {
    return new Busboy({ headers: { ...request.headers, 'content-type': type }, limits: LIMITS });
  } catch (cause) {
    throw new GatewayError('request.malformed_form', {}, { cause });
  }
}

function toJson(fields: ReadonlyMap<string, string[]>): Buffer {
  const members = [...fields].map(([name, values]) => {
    const value = values.length === 1 ? values[0] : values;
    return `${JSON.stringify(name)}:${JSON.stringify(value)}`;
  });
  return Buffer.from(`{${members.join(',')}}`);
}
