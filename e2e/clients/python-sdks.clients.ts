import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { conversationDialects } from '@turnpike/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { scriptedUsage, seals } from '../../server/test/upstreams/scripted/scripted-answer.ts';
import type { Script } from '../../server/test/upstreams/scripted/scripted-upstream.ts';
import { type PythonPackages, pythonPackages } from './python-packages.ts';
import { startUpstreamSite, type UpstreamSite } from './upstream-site.ts';

const INSTALL_MS = 600_000;
const PACKAGES = ['openai==3.57.0', 'anthropic==2.14.0', 'google-genai==3.6.1'];

const city = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] };
/** Cases of each program, in the terms of its package. */
const cases = {
  hello: 'Say hello',
  weather: 'What is the weather in Paris, and the time?',
  tools: [
    { name: 'get_weather', schema: city },
    { name: 'get_time', schema: { type: 'object', properties: {} } },
  ],
  results: ['12 °C', 'noon'],
  picture: 'What is this?',
  png: 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC',
  json: 'Name a city, as JSON',
  schema: { ...city, additionalProperties: false },
  endless: 'Talk on and on',
  wrong: 'Do what nobody can',
};
const calls = [
  { name: 'get_weather', input: { city: 'Paris' } },
  { name: 'get_time', input: {} },
];
const usage = [scriptedUsage.input, scriptedUsage.output];
const hello = { text: 'Hello! How are you?', usage };
const REFUSAL = 'Nobody can do that.';

/** Expected output of every program, for any vendor. */
const printed = {
  plain: hello,
  stream: { ...hello, calls: [] },
  tools: { text: 'Let me see.', calls, usage },
  turns: { calls, text: 'It is 12 °C at noon.' },
  image: { text: 'A dot.', usage },
  schema: { city: 'Paris' },
  abort: expect.stringMatching(/^Well/),
  error: { status: 400, message: expect.stringContaining(REFUSAL) },
};
/** By the tool runner, which asks for a thread and goes on without one. */
const run = { calls, text: 'It is 12 °C at noon.' };

/** Google takes the alphabet of addresses too, which its package writes. */
const isDot = (picture: string): boolean =>
  picture === cases.png || picture === cases.png.replaceAll('+', '-').replaceAll('/', '_');

const script: Script = ({ texts, results, pictures, schema }) => {
  const asks = (text: string): boolean => texts.includes(text);
  const [picture] = pictures;
  if (picture !== undefined) return { text: isDot(picture) ? 'A dot.' : 'Something else.' };
  if (asks(cases.json)) return { text: JSON.stringify({ city: schema === null ? '' : 'Paris' }) };
  if (asks(cases.wrong)) return { fails: { status: 400, message: REFUSAL } };
  if (asks(cases.endless)) return { neverEnds: { text: 'Well, '.repeat(100) } };
  if (!asks(cases.weather)) return { text: hello.text };
  if (results.length === 0) {
    const withIds = calls.map((call, at) => ({ ...call, id: `call_${at}` }));
    return { thinking: 'Two tools.', text: 'Let me see.', calls: withIds };
  }
  return { text: `It is ${results.map(({ text }) => text).join(' at ')}.` };
};

const programs = ['openai-chat', 'openai-responses', 'anthropic-messages', 'google-genai'];

describe('packages of Python', () => {
  let site: UpstreamSite;
  let python: PythonPackages;
  let folder: string;

  beforeAll(async () => {
    python = await pythonPackages(PACKAGES);
    site = await startUpstreamSite(['m']);
    folder = mkdtempSync(join(tmpdir(), 'turnpike-clients-'));
  }, INSTALL_MS);
  afterAll(async () => {
    await site?.stop();
    if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
  });

  const pairs = programs.flatMap((program) => conversationDialects.map((dialect) => ({ program, dialect })));

  it.each(pairs)('$program over $dialect', async ({ program, dialect }) => {
    const upstream = site.upstreams[dialect];
    upstream.asked.length = 0;
    upstream.received.length = 0;
    upstream.refused.length = 0;
    upstream.does(script);

    const file = join(import.meta.dirname, 'python-programs', `${program}.py`);
    const { output, exitCode } = await python.run('python', [file], {
      env: { ORIGIN: site.turnpike.url, KEY: site.keys[dialect], CASES: JSON.stringify(cases) },
      cwd: folder,
    });

    expect(upstream.refused).toEqual([]);
    expect({ output, exitCode }).toEqual({ output: expect.any(String), exitCode: 0 });
    const runner = program === 'anthropic-messages' ? { run } : {};
    expect(JSON.parse(output.trim().split('\n').at(-1) ?? '')).toEqual({ ...printed, ...runner });
    // A vendor's proof of thinking comes back to it through a package of another.
    const told = upstream.asked.find(({ results }) => results.length > 0);
    if (dialect !== 'openai-chat') expect(told?.seals).toContain(seals[dialect]);
    const endless = upstream.asked.findIndex(({ texts }) => texts.includes(cases.endless));
    await upstream.received[endless]?.left;
  });
});
