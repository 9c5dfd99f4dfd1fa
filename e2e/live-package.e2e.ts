import { GoogleGenAI, type LiveServerMessage, Modality } from '@google/genai';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { LiveUpstream, liveUsage } from '../server/test/upstreams/live-upstream.ts';
import { eventually, startSite, type Visitor } from './support/site.ts';
import type { TurnpikeProcess } from './support/turnpike-process.ts';

let turnpike: TurnpikeProcess;
let root: Visitor;
let upstream: LiveUpstream;
let token: string;

beforeAll(async () => {
  ({ turnpike, root } = await startSite());
  upstream = await LiveUpstream.start();
  upstream.models = ['models/voice'];
  await root.createChannel({ type: 25, base_url: upstream.url, models: 'voice' });
  await root.createPrice('voice', 0.001, 0.001);
  token = (await root.createToken()).key;
  upstream.onMessage = (message, say) => {
    if (message.clientContent === undefined) return;
    say({ serverContent: { modelTurn: { role: 'model', parts: [{ text: 'Hello' }] } } });
    say({ serverContent: { generationComplete: true } });
    say({ serverContent: { turnComplete: true }, usageMetadata: liveUsage });
  };
});
afterAll(async () => {
  await upstream.stop();
  await turnpike.stop();
});

const clientAt = (path: string): GoogleGenAI =>
  new GoogleGenAI({
    apiKey: token,
    httpOptions: { baseUrl: `http://127.0.0.1:${turnpike.port}${path}` },
  });

it.each(['', '/gemini'])("Google's package talks below %j, and its answer is charged", async (path) => {
  const rows = (await root.callRows()).length;
  const seen: LiveServerMessage[] = [];
  const session = await clientAt(path).live.connect({
    model: 'voice',
    config: { responseModalities: [Modality.TEXT], systemInstruction: 'Be kind.' },
    callbacks: { onmessage: (message) => seen.push(message) },
  });
  session.sendRealtimeInput({ audio: { data: 'AAAA', mimeType: 'audio/pcm;rate=16000' } });
  session.sendClientContent({ turns: [{ role: 'user', parts: [{ text: 'Hi' }] }], turnComplete: true });

  await eventually(async () => seen.some(({ serverContent }) => serverContent?.turnComplete === true));
  expect(seen.map(({ text }) => text).join('')).toBe('Hello');
  expect(seen.at(-1)?.usageMetadata).toEqual(liveUsage);
  session.close();
  await eventually(async () => (await root.callRows()).length === rows + 1);
});

it("Google's package is told why a session is refused", async () => {
  const refused = clientAt('').live.connect({
    model: 'none',
    config: { responseModalities: [Modality.TEXT] },
    callbacks: { onmessage() {} },
  });
  await expect(refused).rejects.toThrow(/1008.*none/);
});
