import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';
import type { LedgerCheckState } from '@turnpike/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FakeUpstream, sendJson } from '../server/test/support/fake-upstream.ts';
import { eventually, startSite, Visitor } from './support/site.ts';
import { tinyTone } from './support/tiny-media.ts';
import type { TurnpikeProcess } from './support/turnpike-process.ts';

const SENTENCE = 'The quick brown fox jumps over the lazy dog, twice a day.';
/** Counted by the tokenizer of GPT-4o. */
const SENTENCE_TOKENS = 14;
const SECONDS = 3;
/** Source: test vectors of OpenBSD's bcrypt. */
const old = {
  password: 'abcdefghijklmnopqrstuvwxyz',
  hash: '$2a$10$fVH8e28OQRj9tqiDXs1e1uxpsjN0c7II7YPKXua2NAKYvM6iQk7dq',
};

const folder = join(import.meta.dirname, '../server/dist/current');
const scripts = new Map(
  readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')] as const),
);

/** Scripts that are loaded with this one. */
function loadedWith(name: string, found = new Set<string>()): Set<string> {
  if (found.has(name)) return found;
  found.add(name);
  for (const [, other = ''] of (scripts.get(name) ?? '').matchAll(/^(?:import|export) .*?"\.\/(.+?)";$/gm))
    loadedWith(other, found);
  return found;
}

const zodIn = (name: string): string[] =>
  [...loadedWith(name)].filter((loaded) => scripts.get(loaded)?.includes('// node_modules/zod/'));

const threadPrograms = [...scripts.keys()].filter((name) => name.endsWith('-worker.js'));

describe('the scripts of the built server', () => {
  it.each(threadPrograms)('%s loads no calls of the contract', (program) => {
    expect(zodIn(program)).toEqual([]);
    expect(zodIn('main.js')).not.toEqual([]);
  });

  it('look for no file next to them, but for code that does not run', () => {
    const found = new Set<string>();
    for (const text of scripts.values()) {
      let source = '';
      for (const line of text.split('\n')) {
        source = /^\/\/ (?:node_modules\/)?(\S+\/\S+)$/.exec(line)?.[1] ?? source;
        if (/\b__(dirname|filename)\b/.test(line)) found.add(source);
      }
    }
    const isKnown = (source: string) => lookingForFiles.some((name) => source.startsWith(`${name}/`));

    expect([...found].filter((source) => !isKnown(source))).toEqual([]);
    expect(found.size).toBeGreaterThanOrEqual(lookingForFiles.length);
  });

  it('can all be loaded, also those of parts that no other test reaches', async () => {
    const parts = [...scripts.keys()].filter((name) => !/^(?:main|cli|.*-worker)\.js$/.test(name));
    const paths = JSON.stringify(parts.map((name) => join(folder, name)));
    const program = `for (const path of ${paths}) await import(path); process.exit();`;

    await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program]);
    expect(parts.length).toBeGreaterThan(100);
  });

  it('have no character that takes two bytes in memory', () => {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the range begins with them.
    const wide = [...scripts].filter(([, text]) => /[^\u0000-\u00ff]/.test(text));

    expect(wide.map(([name]) => name)).toEqual([]);
  });
});

/**
 * Packages with code that looks for files next to it, which no bundle has. None of it runs: threads of the log, stacks of
 * Redis that are off, a guarded test, and a title that we give.
 */
const lookingForFiles = ['@fastify/swagger', 'ioredis', 'pino', 'thread-stream', 'undici'];

/** The store's thread has written each of these; that of PDF files has a test with the invoices. */
describe('a thread of the built server', () => {
  let turnpike: TurnpikeProcess;
  let root: Visitor;
  let upstream: FakeUpstream;
  let tokenKey: string;

  beforeAll(async () => {
    upstream = await FakeUpstream.start();
    ({ turnpike, root } = await startSite());
    await root.call('POST', `/api/user/quota/${root.id}`, { quota: 1_000_000 });
    await root.createChannel({ base_url: upstream.url, models: 'writes,hears' });
    await root.createPrice('writes', 1, 1);
    await root.call('POST', '/api/prices/single', {
      model: 'hears',
      type: 'tokens',
      channel_type: 1,
      input: 0,
      output: 0,
      units: [{ kind: 'second', variant: '', price: 0.05 }],
    });
    ({ key: tokenKey } = await root.createToken());
  });
  afterAll(async () => {
    await turnpike.stop();
    await upstream.stop();
  });

  const ask = (path: string, init: RequestInit) =>
    fetch(turnpike.url + path, {
      ...init,
      method: 'POST',
      headers: { authorization: `Bearer ${tokenKey}`, ...init.headers },
    });
  const rowOf = (model: string) =>
    eventually(async () => (await root.callRows()).find(({ model_name }) => model_name === model));

  it('counts the tokens of an answer without usage', async () => {
    const message = { role: 'assistant', content: SENTENCE };
    const choices = [{ index: 0, message, finish_reason: 'stop' }];
    const answer = { id: 'c', object: 'chat.completion', created: 1, model: 'writes', choices };
    upstream.does((response) => sendJson(response, 200, JSON.stringify(answer)));
    const messages = [{ role: 'user', content: 'Hi' }];
    const reply = await ask('/v1/chat/completions', {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ model: 'writes', messages }),
    });

    expect(await reply.json()).toMatchObject({ choices: [{ message }] });
    expect(await rowOf('writes')).toMatchObject({ completion_tokens: SENTENCE_TOKENS });
  });

  it('measures the length of a sound that the answer does not state', async () => {
    upstream.does((response) => {
      response.writeHead(200, { 'content-type': 'text/plain' });
      response.end('1\n00:00:00,000 --> 00:00:01,000\nHello\n');
    });
    const form = new FormData();
    form.set('model', 'hears');
    form.set('response_format', 'srt');
    form.set('file', new File([Uint8Array.from(tinyTone(SECONDS))], 'a.wav', { type: 'audio/wav' }));
    const reply = await ask('/v1/audio/transcriptions', { body: form });

    expect(await reply.text()).toContain('Hello');
    expect(await rowOf('hears')).toMatchObject({ quota: SECONDS * 50 });
  });

  it('checks the ledger', async () => {
    await root.call('POST', '/api/ledger/check', { is_full: true });
    const find = async () =>
      (await root.call<LedgerCheckState>('GET', '/api/ledger/check')).last ?? undefined;

    expect(await eventually(find)).toMatchObject({ difference: null, failure: '' });
  });

  it('checks a password of one-hub', async () => {
    const user = await root.createUser('olda', 1);
    const database = new DatabaseSync(join(turnpike.dataDir, 'turnpike.db'));
    database.exec('pragma busy_timeout = 5000');
    database.prepare('update users set password_hash = ? where id = ?').run(old.hash, user.id);
    database.close();

    await expect(Visitor.signIn(turnpike.url, 'olda', 'abcdefghijklmnopqrstuvwxy')).rejects.toThrow();
    expect(await Visitor.signIn(turnpike.url, 'olda', old.password)).toMatchObject({ id: user.id });
  });
});
