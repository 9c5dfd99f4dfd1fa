import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readlinkSync, rmSync } from 'node:fs';
import { type ClientRequest, createServer, request as httpRequest, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { canReadProcess, forgetPeak, peakMib, untilAtRest } from './attack/process-facts.ts';
import { oneChunk, RawCall } from './attack/raw-call.ts';
import { eventually, startSite, type Visitor } from './support/site.ts';
import { startTurnpike, type TurnpikeProcess } from './support/turnpike-process.ts';

const MIB = 2 ** 20;
/** The whole process: at rest, with bytes that are on their way, and the thread that looks how long the sound is. */
const MAX_MIB = 220;
/** Kept until the next collection, what comes after a refusal took 100 MiB. */
const AFTER_REFUSAL_MIB = 30;
const FILE_BYTES = 200 * MIB;
const FILE_BEGINS = 'audio/mpeg\r\n\r\n';
const FORM = 'multipart/form-data; boundary=b';
const head = `--b\r\ncontent-disposition: form-data; name="file"; filename="a.mp3"\r\ncontent-type: ${FILE_BEGINS}`;
const TRANSCRIPTIONS = '/v1/audio/transcriptions';
const tail = `\r\n--b\r\ncontent-disposition: form-data; name="model"\r\n\r\nhears\r\n--b--\r\n`;

interface Answer {
  status: number;
  code: string;
  body: { text?: string; error?: { type: string; message: string } };
}

describe.skipIf(!canReadProcess)('large uploads (memory is read where Linux tells it)', () => {
  let turnpike: TurnpikeProcess;
  let root: Visitor;
  let dataDir: string;
  let vendor: Server;
  let tokenKey: string;
  /** Files that the vendor received completely. */
  const heard: { bytes: number; digest: string }[] = [];

  beforeAll(async () => {
    vendor = createServer((request, response) => {
      const hash = createHash('sha256');
      let before = '';
      let bytes = 0;
      request.on('data', (piece: Buffer) => {
        const isBegun = bytes > 0;
        if (!isBegun) before += piece.toString('latin1');
        const at = before.indexOf(FILE_BEGINS);
        if (at === -1) return;
        const rest = isBegun ? piece : Buffer.from(before, 'latin1').subarray(at + FILE_BEGINS.length);
        hash.update(rest.subarray(0, Math.max(0, FILE_BYTES - bytes)));
        bytes += rest.length;
      });
      request.on('end', () => {
        heard.push({ bytes, digest: hash.digest('hex') });
        response.writeHead(200, { 'content-type': 'application/json' });
        response.end('{"text":"Hello","duration":60}');
      });
    });
    await new Promise<void>((resolve) => vendor.listen(0, '127.0.0.1', resolve));
    dataDir = mkdtempSync(join(tmpdir(), 'turnpike-data-'));
    ({ turnpike, root } = await startSite({ dataDir }));
    const base_url = `http://127.0.0.1:${(vendor.address() as AddressInfo).port}`;
    await root.createChannel({ base_url, models: 'hears' });
    await root.call('POST', '/api/prices/single', {
      ...{ model: 'hears', type: 'tokens', channel_type: 1, input: 0, output: 0 },
      units: [{ kind: 'second', variant: '', price: 0.001 }],
    });
    tokenKey = (await root.createToken()).key;
    // A restart excludes the memory of the set-up, mainly of the sign-in, from the measurement.
    await turnpike.stop();
    turnpike = await startTurnpike({ dataDir, port: turnpike.port });
  });
  afterAll(async () => {
    await turnpike.stop();
    vendor.closeAllConnections();
    await new Promise((resolve) => vendor.close(resolve));
    rmSync(dataDir, { recursive: true, force: true });
  });

  const open = (type = FORM): { call: ClientRequest; answer: Promise<Answer> } => {
    const call = httpRequest(`${turnpike.url}/v1/audio/transcriptions`, {
      method: 'POST',
      headers: { 'content-type': type, authorization: `Bearer ${tokenKey}` },
    });
    const answer = new Promise<Answer>((resolve, reject) => {
      call.on('error', reject);
      call.on('response', (response) => {
        let text = '';
        response.on('data', (piece) => {
          text += piece;
        });
        response.on('end', () => {
          const code = String(response.headers['x-error-code'] ?? '');
          resolve({ status: response.statusCode ?? 0, code, body: JSON.parse(text) });
        });
      });
    });
    answer.catch(() => {});
    return { call, answer };
  };
  /** Writes so many MiB of a file, as long as nobody has answered. @returns what was written, as a hash */
  const write = async ({ call, answer }: ReturnType<typeof open>, mib: number): Promise<string> => {
    const hash = createHash('sha256');
    let isOver = false;
    const over = () => {
      isOver = true;
    };
    answer.then(over, over);
    for (let sent = 0; sent < mib && !isOver; sent += 1) {
      const piece = randomBytes(MIB);
      hash.update(piece);
      if (call.write(piece)) continue;
      await Promise.race([new Promise((resolve) => call.once('drain', resolve)), answer.catch(() => {})]);
    }
    return hash.digest('hex');
  };
  const expectNothingLeft = (): Promise<unknown> =>
    eventually(async () => {
      const folder = join(dataDir, 'uploads');
      const named = existsSync(folder) ? readdirSync(folder) : [];
      const fds = `/proc/${turnpike.pid}/fd`;
      const opened = readdirSync(fds).filter((fd) => linkOf(join(fds, fd)).startsWith(folder));
      return named.length + opened.length === 0;
    });

  it('200 MB of sound before the model’s name leave the process small', async () => {
    await untilAtRest(turnpike.pid);
    const upload = open();
    upload.call.write(head);
    const digest = await write(upload, 200);
    upload.call.end(tail);

    expect(await upload.answer).toMatchObject({ status: 200, body: { text: 'Hello' } });
    expect(heard.at(-1)).toMatchObject({ digest });
    expect(peakMib(turnpike.pid)).toBeLessThan(MAX_MIB);
    await expectNothingLeft();
  });

  it('500 MB are refused as soon as they are too many, and nothing of them stays', async () => {
    forgetPeak(turnpike.pid);
    const heardBefore = heard.length;
    const upload = open();
    upload.call.write(head);
    await write(upload, 500);

    expect(await upload.answer).toMatchObject({
      ...{ status: 413, code: 'request.too_large' },
      body: { error: { type: 'invalid_request_error' } },
    });
    upload.call.destroy();
    expect(heard).toHaveLength(heardBefore);
    expect(peakMib(turnpike.pid)).toBeLessThan(MAX_MIB);
    await expectNothingLeft();
  });

  it.each([
    { what: 'a form that is too large', path: TRANSCRIPTIONS, type: FORM, mib: 300, status: 413 },
    {
      what: 'a form without a boundary',
      path: TRANSCRIPTIONS,
      type: 'multipart/form-data',
      mib: 0,
      status: 400,
    },
    {
      what: 'a body that is too large',
      path: '/v1/chat/completions',
      type: 'application/json',
      mib: 60,
      status: 413,
    },
  ])('what still comes of $what after its refusal takes no memory', async ({ path, type, mib, status }) => {
    const call = new RawCall(turnpike.url, tokenKey, { path, type });
    const piece = oneChunk(randomBytes(MIB));
    await call.send(oneChunk(Buffer.from(head)));
    for (let sent = 0; sent < mib; sent += 1) await call.send(piece);
    await call.answered();
    forgetPeak(turnpike.pid);
    const before = peakMib(turnpike.pid);
    const sentMib = await call.sendUntilClosed(piece);

    expect(call.status).toBe(status);
    expect(sentMib).toBeGreaterThan(AFTER_REFUSAL_MIB);
    expect(peakMib(turnpike.pid) - before).toBeLessThan(AFTER_REFUSAL_MIB);
    await expectNothingLeft();
  });

  it.each([
    { what: 'sound without a form', type: 'audio/mpeg', code: 'request.too_large', status: 413 },
    {
      what: 'a form of another kind',
      type: 'multipart/mixed; boundary=b',
      code: 'request.malformed_form',
      status: 400,
    },
    {
      what: 'a form without a boundary',
      type: 'multipart/form-data',
      code: 'request.malformed_form',
      status: 400,
    },
  ])('$what is refused in the words of the API', async ({ type, code, status }) => {
    const upload = open(type);
    upload.call.write(head);
    await write(upload, 100);

    const answer = await upload.answer;
    expect([answer.status, answer.code]).toEqual([status, code]);
    expect(answer.body.error?.message).toEqual(expect.any(String));
    upload.call.destroy();
    await expectNothingLeft();
  });

  it('one that its caller leaves in the middle leaves nothing behind', async () => {
    const heardBefore = heard.length;
    const upload = open();
    upload.call.write(head);
    await write(upload, 50);
    upload.call.destroy();

    await expectNothingLeft();
    expect(heard).toHaveLength(heardBefore);
    expect(await root.quota()).toBeGreaterThan(0);
  });
});

/** Empty where it has been closed meanwhile. */
function linkOf(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    return '';
  }
}
