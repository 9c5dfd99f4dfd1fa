import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { afterAll, expect, it } from 'vitest';
import type { IncomingMessage } from '../../platform/net/http-messages.ts';
import { BodyBudget } from './body-budget.ts';
import { readUpload } from './read-upload.ts';
import { UploadSpool } from './upload-spool.ts';

const MIB = 2 ** 20;
const folder = mkdtempSync(join(tmpdir(), 'turnpike-upload-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const newSpool = () =>
  new UploadSpool(
    { folder, reserveBytes: 0 },
    new BodyBudget({ processBytes: MIB, largestBodyBytes: MIB }).open(1),
  );
const requestOf = (announced: number): PassThrough & IncomingMessage =>
  Object.assign(new PassThrough(), {
    headers: { 'content-type': 'multipart/form-data; boundary=b', 'content-length': String(announced) },
  }) as never;

it('says that a caller has left who left while it was asked whether he may send so much', async () => {
  const request = requestOf(MIB);
  const asked = Promise.withResolvers<void>();
  const upload = readUpload(request, newSpool(), {
    limitBytes: MIB,
    assertMayBeLarge: () => asked.promise,
  });
  upload.catch(() => {});
  request.write('--b\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\nabc');
  request.destroy();
  await once(request, 'close');

  asked.resolve();

  await expect(upload).rejects.toMatchObject({ code: 'caller.left' });
});
