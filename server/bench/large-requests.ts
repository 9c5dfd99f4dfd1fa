import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { benchDialects, benchModel } from './bench-dialects.ts';
import { startGateway } from './gateway-process.ts';
import { stop } from './processes.ts';

const PICTURES = 10;
/** Two megabytes as base64. */
const PICTURE_BYTES = 1_500_000;
const ROUNDS = 3;
/** Compiling in the background makes the runtime collect, so the first rounds do not count. */
const WARM_ROUNDS = 2;
const ASK_EVERY_MS = 20;

/** The longest turn of the main loop in each call, ms. */
export interface LongestTurns {
  passed: number[];
  converted: number[];
}

/** Relays requests of 20 MB with pictures, several by each pair of dialects. */
export async function measureLargeRequests(upstreamPort: number): Promise<LongestTurns> {
  const folder = mkdtempSync(join(tmpdir(), 'turnpike-turns-'));
  const file = join(folder, 'longest');
  const gateway = await startGateway(upstreamPort, { turnFile: file });
  const longest: LongestTurns = { passed: [], converted: [] };
  try {
    await wait(2500);
    for (let round = 0; round < WARM_ROUNDS + ROUNDS; round += 1) {
      for (const caller of benchDialects) {
        for (const upstream of benchDialects) {
          const model = benchModel(upstream);
          const body = JSON.stringify(bodies[caller.name]?.(model));
          await askLongest(gateway.child.pid ?? 0, file);
          const reply = await fetch(`http://127.0.0.1:${gateway.port}${caller.path(model)}`, {
            method: 'POST',
            headers: { authorization: `Bearer ${gateway.token}`, 'x-goog-api-key': gateway.token },
            body,
          });
          const text = await reply.text();
          if (!reply.ok) throw new Error(`a large request failed: ${text}`);
          const ms = await askLongest(gateway.child.pid ?? 0, file);
          if (round >= WARM_ROUNDS) longest[caller === upstream ? 'passed' : 'converted'].push(ms);
        }
      }
    }
  } finally {
    await stop(gateway);
    rmSync(folder, { recursive: true, force: true });
  }
  longest.passed.sort((a, b) => a - b);
  longest.converted.sort((a, b) => a - b);
  return longest;
}

async function askLongest(pid: number, file: string): Promise<number> {
  rmSync(file, { force: true });
  process.kill(pid, 'SIGUSR2');
  for (;;) {
    try {
      const text = readFileSync(file, 'utf8');
      if (text !== '') return Number(text);
    } catch {
      // Not written yet.
    }
    await wait(ASK_EVERY_MS);
  }
}

const picture = randomBytes(PICTURE_BYTES).toString('base64');
const url = `data:image/png;base64,${picture}`;
const beside = <Part>(text: Part, image: Part): Part[] => [
  text,
  ...Array.from({ length: PICTURES }, () => image),
];

const bodies: Record<string, (model: string) => object> = {
  'openai-chat': (model) => ({
    ...{ model, max_tokens: 100, stream: true },
    messages: [
      {
        role: 'user',
        content: beside<object>(
          { type: 'text', text: 'What is it?' },
          { type: 'image_url', image_url: { url } },
        ),
      },
    ],
  }),
  'openai-responses': (model) => ({
    ...{ model, max_output_tokens: 100, stream: true },
    input: [
      {
        role: 'user',
        content: beside<object>(
          { type: 'input_text', text: 'What is it?' },
          { type: 'input_image', image_url: url },
        ),
      },
    ],
  }),
  'anthropic-messages': (model) => ({
    ...{ model, max_tokens: 100, stream: true },
    messages: [
      {
        role: 'user',
        content: beside<object>(
          { type: 'text', text: 'What is it?' },
          { type: 'image', source: { type: 'base64', media_type: 'image/png', data: picture } },
        ),
      },
    ],
  }),
  gemini: () => ({
    contents: [
      {
        role: 'user',
        parts: beside<object>(
          { text: 'What is it?' },
          { inlineData: { mimeType: 'image/png', data: picture } },
        ),
      },
    ],
    generationConfig: { maxOutputTokens: 100 },
  }),
};
