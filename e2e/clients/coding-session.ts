import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Script } from '../../server/test/upstreams/scripted/scripted-upstream.ts';
import { type CodingTool, NOTE, type SessionPlace } from './coding-tools.ts';
import { npmProgram } from './npm-packages.ts';

const SESSION_MS = 90_000;
const TASK = 'Raise the toll in note.txt by one and show it.';
/** Thinking of the model before each step. */
const THOUGHT = 'The note comes next.';
export const LAST_WORDS = 'The toll is six now.';

/** The model works through the steps of a tool: by what it sees, not by how often it is asked. */
const scriptOf =
  (steps: ReturnType<CodingTool['steps']>): Script =>
  ({ tools, results }) => {
    // Programs ask next to the session for a title, or which model to take.
    if (tools.length === 0) return { text: '{"title":"Toll note"}' };
    const step = steps[results.length];
    if (step === undefined) return { text: LAST_WORDS };
    return {
      ...{ thinking: THOUGHT, text: 'Next step.' },
      calls: [{ id: `call_${results.length}`, ...step }],
    };
  };

export interface Session {
  exitCode: number | null;
  /** Printed output, errors included. */
  output: string;
  /** The note, when the program had ended. */
  note: string;
}

/**
 * A program changes a note in a folder of its own, alone.
 * @param does sets what the model does
 */
export async function runSession(
  tool: CodingTool,
  { origin, tokenKey, does }: Pick<SessionPlace, 'origin' | 'tokenKey'> & { does(script: Script): void },
): Promise<Session> {
  const program = await npmProgram(tool.pinned, tool.program);
  const root = mkdtempSync(join(tmpdir(), 'turnpike-session-'));
  const place: SessionPlace = { origin, tokenKey, folder: join(root, 'work'), home: join(root, 'home') };
  try {
    for (const folder of [place.folder, place.home]) mkdirSync(folder);
    writeFileSync(join(place.folder, 'note.txt'), NOTE);
    tool.prepare?.(place);
    does(scriptOf(tool.steps(place)));
    const printed = await run(program, tool.args(place, TASK), {
      cwd: place.folder,
      env: { ...bareEnvironment(place.home), ...tool.env(place) },
    });
    return { ...printed, note: readFileSync(join(place.folder, 'note.txt'), 'utf8') };
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

/** Nothing but the gateway answers: a program that calls its makers gets no connection. */
const bareEnvironment = (home: string): Record<string, string> => ({
  ...{ PATH: process.env.PATH ?? '', HOME: home, TERM: 'dumb' },
  ...{ HTTPS_PROXY: 'http://127.0.0.1:9', NO_PROXY: '127.0.0.1' },
});

function run(
  program: string,
  args: readonly string[],
  options: { cwd: string; env: Record<string, string> },
): Promise<Pick<Session, 'exitCode' | 'output'>> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
    const timer = setTimeout(() => child.kill('SIGKILL'), SESSION_MS);
    let output = '';
    const collect = (data: Buffer): void => {
      output += data.toString();
    };
    child.stdout.on('data', collect);
    child.stderr.on('data', collect);
    child.once('error', reject);
    child.once('close', (exitCode) => {
      clearTimeout(timer);
      resolve({ exitCode, output });
    });
  });
}
