import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { FakeUpstream } from '../../../../test/support/fake-upstream.ts';
import {
  type SeededUser,
  startTestGateway,
  type TestGateway,
} from '../../../../test/support/test-gateway.ts';
import { returnMemory } from '../../../platform/memory/return-memory.ts';

const MIB = 2 ** 20;
const BALANCE = 1_000_000_000;
/** Memory that all calls of a kind may leave together. */
const MAX_BYTES = 24 * MIB;
const PIECE = Buffer.alloc(64 * 1024, '0123456789abcdef');
/** Packed, about 300 KB. */
const BOMB = gzipSync(Buffer.alloc(300 * MIB));
const PAGE = '<!doctype html><title>Sign in</title>';
const GEMINI = 25;
const MINIMAX = 27;
const VOYAGE = 1012;
const XAI = 56;

interface Kind {
  path: string;
  body: Record<string, string | string[] | number>;
  /** Name of the field with a file; absent where the request is JSON. */
  file?: string;
  /** Type of a vendor with another request shape; absent for OpenAI's shape. */
  type?: number;
  /** Name of the model at that vendor. */
  upstreamModel?: string;
  /** Uninspected answers pass at the pace of the reader, without a limit on their length. */
  isPassed?: true;
}

const picture = { path: '/v1/images/generations', body: { prompt: 'A cat' } };
const ranking = { path: '/v1/rerank', body: { query: 'Who?', documents: ['Anna', 'Ben'] } };
const speaking = { path: '/v1/audio/speech', body: { input: 'Hello', voice: 'alloy' } };
const hearing = { path: '/v1/audio/transcriptions', body: {}, file: 'file' };

const kinds: Readonly<Record<string, Kind>> = {
  embeddings: { path: '/v1/embeddings', body: { input: 'Paris' } },
  moderation: { path: '/v1/moderations', body: { input: 'Paris' } },
  ranking,
  'ranking of Voyage': { ...ranking, type: VOYAGE },
  pictures: picture,
  'pictures of Gemini': { ...picture, type: GEMINI, upstreamModel: 'gemini-3.1-flash-image' },
  'changed pictures': { path: '/v1/images/edits', body: { prompt: 'A hat' }, file: 'image' },
  'varied pictures': { path: '/v1/images/variations', body: {}, file: 'image' },
  speech: { ...speaking, isPassed: true },
  'speech of MiniMax': { ...speaking, type: MINIMAX },
  transcription: hearing,
  'transcription of xAI': { ...hearing, type: XAI, upstreamModel: 'grok-stt' },
  'transcription as a text': { ...hearing, body: { response_format: 'srt' }, isPassed: true },
  translation: { path: '/v1/audio/translations', body: {}, file: 'file' },
};

interface Hostility {
  /** How the vendor answers; `elsewhere` is an address that it may name. */
  plays(response: ServerResponse, elsewhere: string): void;
  code: string;
  /** Whether the error is also detected in a file that is passed through. */
  isSeenInFiles: boolean;
}

const sends =
  (status: number, type: string, body: string | Buffer, headers: object = {}): Hostility['plays'] =>
  (response) => {
    response.writeHead(status, { 'content-type': type, ...headers });
    response.end(body);
  };

function sendsForEver(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'application/json' });
  const next = (error?: Error | null): void => {
    if (!error && !response.destroyed) response.write(PIECE, (failed) => setImmediate(next, failed));
  };
  next();
}

const broken = { code: 'upstream.broken_answer', isSeenInFiles: false };
const hostilities: Readonly<Record<string, Hostility>> = {
  'what is no JSON': { ...broken, plays: sends(200, 'application/json', 'Internal {{{') },
  'a list': { ...broken, plays: sends(200, 'application/json', '[]') },
  nothing: { ...broken, plays: sends(200, 'application/json', ''), isSeenInFiles: true },
  'a page': { ...broken, plays: sends(200, 'text/html; charset=utf-8', PAGE), isSeenInFiles: true },
  'a file of another kind': { ...broken, plays: sends(200, 'application/zip', Buffer.from('PK\x03\x04')) },
  'half of it': {
    ...{ code: 'upstream.answer_cut', isSeenInFiles: false },
    plays(response) {
      response.writeHead(200, { 'content-type': 'text/plain', 'content-length': '1000000' });
      response.write('{', () => response.destroy());
    },
  },
  'a redirect': {
    ...{ code: 'upstream.error', isSeenInFiles: true },
    plays: (response, elsewhere) => sends(307, 'text/html', PAGE, { location: elsewhere })(response, ''),
  },
  'what does not end': { ...broken, plays: sendsForEver },
  'a bomb': { ...broken, plays: sends(200, 'application/json', BOMB, { 'content-encoding': 'gzip' }) },
  'an error that is a bomb': {
    ...{ code: 'upstream.error', isSeenInFiles: true },
    plays: sends(500, 'application/json', BOMB, { 'content-encoding': 'gzip' }),
  },
};

const held = (): number => {
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
};

// The answers of vendors do not depend on the database.
describe('a hostile vendor', () => {
  let gateway: TestGateway;
  let user: SeededUser;
  let vendor: FakeUpstream;
  let elsewhere: FakeUpstream;
  beforeAll(async () => {
    gateway = await startTestGateway();
    vendor = await FakeUpstream.start({ refuses: () => null });
    elsewhere = await FakeUpstream.start({ refuses: () => null });
    for (const [name, { type, upstreamModel }] of Object.entries(kinds)) {
      await gateway.seed.price({ model: name, input: 1, output: 1 });
      await gateway.seed.channel({
        ...{ model: name, baseUrl: vendor.url, ...(type !== undefined && { type }) },
        ...(upstreamModel !== undefined && { mapping: { [name]: `+${upstreamModel}` } }),
      });
    }
  });
  afterAll(async () => {
    await gateway.stop();
    await Promise.all([vendor.stop(), elsewhere.stop()]);
  });

  const ask = ({ path, body, file }: Kind, model: string): Promise<Response> =>
    file === undefined
      ? gateway.post(user.token, { model, ...body }, { path })
      : fetch(gateway.url + path, {
          method: 'POST',
          headers: { authorization: `Bearer ${user.token}` },
          body: formOf({ model, ...body } as Record<string, string>, file),
        });

  it.each(Object.entries(kinds))(
    'answers %s with errors that cost nothing and keep no memory',
    async (model, kind) => {
      user = await gateway.seed.user({ quota: BALANCE });
      // Loads the code of the call, which stays in memory.
      vendor.does((response) => hostilities.nothing?.plays(response, elsewhere.url));
      await (await ask(kind, model)).text();
      returnMemory();
      const before = held();
      for (const [name, hostility] of Object.entries(hostilities)) {
        if (kind.isPassed === true && !hostility.isSeenInFiles) continue;
        vendor.received.length = 0;
        vendor.does((response) => hostility.plays(response, elsewhere.url));

        const reply = await ask(kind, model);

        const text = await reply.text();
        const code = reply.headers.get('x-error-code');
        expect({ name, status: reply.status, code }, text).toEqual({
          name,
          status: 502,
          code: hostility.code,
        });
        expect(text, name).not.toContain('Sign in');
        expect(vendor.received, name).not.toEqual([]);
        expect(elsewhere.received, name).toEqual([]);
      }
      returnMemory();
      expect(held() - before).toBeLessThan(MAX_BYTES);
      expect(await gateway.quotaOf(user)).toBe(BALANCE);
      await vi.waitFor(() => expect(gateway.core.quotaBook.heldPoints()).toBe(0));
      expect(gateway.core.relay.uploads.budget.heldBytes).toBe(0);
    },
  );
});

function formOf(fields: Readonly<Record<string, string>>, file: string): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set(file, new File([new Uint8Array(2_000)], 'a.bin', { type: 'application/octet-stream' }));
  return form;
}
