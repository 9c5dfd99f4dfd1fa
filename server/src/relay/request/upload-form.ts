import { randomUUID } from 'node:crypto';
import type { ReadBody } from '../../platform/memory/large-body.ts';
import type { Upload, UploadedFile } from '../body/read-upload.ts';

/**
 * Writes a form for an upstream: the fields of a JSON object, then the files. The fields come first, because
 * some vendors check the model before they accept a file.
 * Source: WHATWG HTML, "Multipart form data"; RFC 7578.
 */
export function writeUpload(fields: Buffer, upload: Upload | null): ReadBody & { contentType: string } {
  const files = upload?.files ?? [];
  const boundary = `turnpike-${randomUUID()}`;
  const head = Buffer.from(
    Object.entries(JSON.parse(fields.toString('utf8')) as Record<string, string | string[]>)
      .flatMap(([name, values]) =>
        [values].flat().map((value) => `${partOf(boundary, name)}\r\n\r\n${value}\r\n`),
      )
      .join(''),
  );
  const heads = files.map((file) => Buffer.from(headOf(boundary, file)));
  const end = Buffer.from(`--${boundary}--\r\n`);
  const between = Buffer.from('\r\n');
  let bytes = head.length + end.length;
  for (const [at, file] of files.entries())
    bytes += (heads[at] as Buffer).length + file.end - file.start + between.length;
  return {
    bytes,
    contentType: `multipart/form-data; boundary=${boundary}`,
    async *pieces() {
      if (head.length > 0) yield head;
      for (const [at, { start, end: fileEnd }] of files.entries()) {
        yield heads[at] as Buffer;
        yield* (upload as Upload).spool.read(start, fileEnd);
        yield between;
      }
      yield end;
    },
  };
}

const partOf = (boundary: string, name: string): string =>
  `--${boundary}\r\ncontent-disposition: form-data; name="${escapeName(name)}"`;

function headOf(boundary: string, { field, filename, type }: UploadedFile): string {
  const named = `${partOf(boundary, field)}; filename="${escapeName(filename)}"`;
  return `${named}\r\ncontent-type: ${type.replace(/[^\x20-\x7e]/g, '')}\r\n\r\n`;
}

const ESCAPES: Readonly<Record<string, string>> = { '"': '%22', '\r': '%0D', '\n': '%0A' };
const escapeName = (name: string): string => name.replace(/["\r\n]/g, (letter) => ESCAPES[letter] as string);
