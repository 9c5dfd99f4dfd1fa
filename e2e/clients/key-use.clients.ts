import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { keyClients } from '@turnpike/contract/key-use/key-clients';
import { type KeyUseBlock, TERMINAL } from '@turnpike/contract/key-use/key-use';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { npmProgram } from './npm-packages.ts';
import { pythonPackages } from './python-packages.ts';
import { startUpstreamSite, type UpstreamSite } from './upstream-site.ts';

const RUN_MS = 90_000;
const MODEL = 'claude-sonnet-4-5';
const LAST_WORDS = 'The barrier is up.';
const TASK = 'Say that the barrier is up.';

interface Program {
  /** npm package without its version, which is the one that the page names. */
  npm: string;
  command: string;
}

/** Programs without anybody at their keyboard: the shown texts alone say whom they call, and with which model. */
const programs: Readonly<Record<string, Program>> = {
  'claude-code': { npm: '@anthropic-ai/claude-code', command: `claude -p '${TASK}'` },
  codex: { npm: '@openai/codex', command: `codex exec --skip-git-repo-check '${TASK}'` },
  'gemini-cli': { npm: '@google/gemini-cli', command: `gemini --skip-trust -p '${TASK}'` },
  opencode: { npm: 'opencode-ai', command: `opencode run '${TASK}'` },
  'qwen-code': { npm: '@qwen-code/qwen-code', command: `qwen -p '${TASK}'` },
};

/** Packages of each SDK, in npm and in PyPI. */
const sdks = [
  ['openai-sdk', 'openai', 'openai==3.57.0'],
  ['anthropic-sdk', '@anthropic-ai/sdk', 'anthropic==2.14.0'],
  ['google-sdk', '@google/genai', 'google-genai==3.6.1'],
] as const;

const installed: Record<string, string> = JSON.parse(
  readFileSync(join(import.meta.dirname, '../package.json'), 'utf8'),
).devDependencies;

let site: UpstreamSite;
beforeAll(async () => {
  site = await startUpstreamSite([MODEL]);
  for (const upstream of Object.values(site.upstreams)) upstream.does(() => ({ text: LAST_WORDS }));
}, 120_000);
afterAll(() => site?.stop());

const clientOf = (id: string) => {
  const client = keyClients.find((each) => each.id === id);
  if (client === undefined) throw new Error(`no client ${id}`);
  return client;
};

const blocksOf = (id: string): readonly KeyUseBlock[] =>
  clientOf(id).textsFor({
    serverAddress: site.turnpike.url,
    tokenKey: site.keys['anthropic-messages'],
    model: MODEL,
  }).blocks;

const codeAt = (id: string, place: string): string => {
  const block = blocksOf(id).find((each) => each.place === place);
  if (block === undefined || !('code' in block)) throw new Error(`${id} has no text for ${place}`);
  return block.code;
};

it.each(Object.entries(programs))(
  '%s answers by the texts of "Use this key"',
  async (id, { npm, command }) => {
    const program = await npmProgram(`${npm}@${clientOf(id).tried}`, command.split(' ')[0] ?? '');
    const home = mkdtempSync(join(tmpdir(), 'turnpike-key-use-'));
    try {
      const lines = blocksOf(id).flatMap((block) => {
        if (!('code' in block)) return [];
        if (block.place === TERMINAL) return [block.code];
        const path = block.place.replace('~', home);
        mkdirSync(dirname(path), { recursive: true });
        writeFileSync(path, block.code);
        return [];
      });
      const printed = await shell([...lines, command].join('\n'), { home, programs: dirname(program) });
      expect(printed).toMatchObject({ exitCode: 0, output: expect.stringContaining(LAST_WORDS) });
    } finally {
      rmSync(home, { recursive: true, force: true });
    }
  },
  RUN_MS + 180_000,
);

it('curl answers by its text', async () => {
  const printed = await shell(codeAt('curl', TERMINAL), { home: tmpdir(), programs: '/usr/bin' });
  expect(printed).toMatchObject({ exitCode: 0, output: expect.stringContaining(LAST_WORDS) });
});

it.each(sdks)(
  '%s answers by its texts in JavaScript and Python',
  async (id, npm, pinned) => {
    expect(clientOf(id).tried).toBe(`${npm} ${installed[npm]} (npm), ${pinned.replace('==', ' ')} (PyPI)`);
    // Packages are found from the folder of these tests.
    const node = spawn(process.execPath, ['--input-type=module', '-e', codeAt(id, 'JavaScript')], {
      cwd: import.meta.dirname,
      env: { PATH: process.env.PATH },
    });
    expect(await outputOf(node)).toMatchObject({ exitCode: 0, output: expect.stringContaining(LAST_WORDS) });
    const python = await pythonPackages(sdks.map(([, , pin]) => pin));
    const printed = await python.run('python', ['-c', codeAt(id, 'Python')]);
    expect(printed).toMatchObject({ exitCode: 0, output: expect.stringContaining(LAST_WORDS) });
  },
  RUN_MS + 180_000,
);

/** Nothing but the gateway answers: a program that calls its makers gets no connection. */
const shell = (text: string, { home, programs: folder }: { home: string; programs: string }) =>
  outputOf(
    spawn('bash', ['-c', text], {
      cwd: home,
      env: {
        ...{ PATH: `${folder}:${process.env.PATH}`, HOME: home, TERM: 'dumb' },
        ...{ HTTPS_PROXY: 'http://127.0.0.1:9', NO_PROXY: '127.0.0.1', IS_SANDBOX: '1' },
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    }),
  );

function outputOf(
  child: Pick<ReturnType<typeof spawn>, 'stdout' | 'stderr' | 'kill' | 'once'>,
): Promise<{ exitCode: number | null; output: string }> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => child.kill('SIGKILL'), RUN_MS);
    let output = '';
    const collect = (data: Buffer): void => {
      output += data.toString();
    };
    child.stdout?.on('data', collect);
    child.stderr?.on('data', collect);
    child.once('error', reject);
    child.once('close', (exitCode: number | null) => {
      clearTimeout(timer);
      resolve({ exitCode, output });
    });
  });
}
