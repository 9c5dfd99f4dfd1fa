import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { isLong } from '../server/test/support/long-tests.ts';
import { documentedUsage, RealtimeUpstream } from '../server/test/upstreams/realtime-upstream.ts';
import { canReadProcess, peakMib, untilAtRest } from './attack/process-facts.ts';
import { eventually, startSite, type Visitor } from './support/site.ts';
import { startTurnpike, type TurnpikeProcess } from './support/turnpike-process.ts';

/** The whole process. */
const MAX_MIB = 220;
/** A tenth of a second of sound, as clients send it. */
const SOUND = 'A'.repeat(6_400);
/** Half a minute is said, then half a minute answered. */
const PIECES_A_TURN = 300;
/** An hour, or 20 minutes. A process that kept the sound of either would exceed the maximum. */
const TURNS = isLong ? 120 : 20;
const MIB = 2 ** 20;

describe.skipIf(!canReadProcess)('sessions by voice (memory is read where Linux tells it)', () => {
  let turnpike: TurnpikeProcess;
  let root: Visitor;
  let dataDir: string;
  let upstream: RealtimeUpstream;
  let caller: WebSocket;

  beforeEach(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'turnpike-data-'));
    ({ turnpike, root } = await startSite({ dataDir }));
    upstream = await RealtimeUpstream.start();
    upstream.path = '/v1/realtime?model=voice';
    await root.createChannel({ type: 1, base_url: upstream.url, models: 'voice' });
    await root.createPrice('voice', 0.001, 0.001);
    const { key } = await root.createToken();
    // A restart excludes the memory of the set-up, mainly of the sign-in, from the measurement.
    await turnpike.stop();
    turnpike = await startTurnpike({ dataDir, port: turnpike.port });
    await untilAtRest(turnpike.pid);
    caller = new WebSocket(`${turnpike.url.replace(/^http/, 'ws')}/v1/realtime?model=voice`, {
      headers: { authorization: `Bearer ${key}` },
    });
  });
  afterEach(async () => {
    caller?.terminate();
    await upstream.stop();
    await turnpike.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  const append = (): Promise<void> =>
    new Promise((resolve) =>
      caller.send(JSON.stringify({ type: 'input_audio_buffer.append', audio: SOUND }), () => resolve()),
    );

  it('a long session as fast as it is taken stays small, and each answer is charged', async () => {
    let answers = 0;
    upstream.onEvent = ({ type }, say) => {
      // Received messages would fill the memory of the test.
      upstream.received.length = 0;
      if (type !== 'response.create') return;
      const response_id = `resp_${++answers}`;
      say({ type: 'response.created', response: { id: response_id } });
      for (let piece = 0; piece < PIECES_A_TURN; piece += 1)
        say({ type: 'response.output_audio.delta', response_id, delta: SOUND });
      say({
        type: 'response.done',
        response: { id: response_id, status: 'completed', usage: documentedUsage },
      });
    };
    const heard = { deltas: 0, ends: 0, errors: 0 };
    caller.on('message', (data: Buffer) => {
      const start = data.toString('latin1', 0, 60);
      if (start.includes('output_audio.delta')) heard.deltas += 1;
      if (start.includes('response.done')) heard.ends += 1;
      if (start.includes('"error"')) heard.errors += 1;
    });
    await new Promise((resolve) => caller.once('message', resolve));

    for (let turn = 0; turn < TURNS; turn += 1) {
      for (let piece = 0; piece < PIECES_A_TURN; piece += 1) await append();
      caller.send(JSON.stringify({ type: 'response.create' }));
      await eventually(async () => heard.ends === turn + 1);
    }

    expect(heard).toEqual({ deltas: TURNS * PIECES_A_TURN, ends: TURNS, errors: 0 });
    expect(peakMib(turnpike.pid)).toBeLessThan(MAX_MIB);
    await eventually(async () => (await root.callRows()).length === TURNS);
  });

  it('a caller who does not read holds the vendor back', async () => {
    const pieces = 20_000;
    let sent = 0;
    upstream.onEvent = ({ type }, say) => {
      if (type !== 'response.create') return;
      say({ type: 'response.created', response: { id: 'resp_1' } });
      const [socket] = upstream.sockets;
      const delta = JSON.stringify({
        type: 'response.output_audio.delta',
        response_id: 'resp_1',
        delta: SOUND,
      });
      const next = (): void => {
        if (++sent < pieces) socket?.send(delta, next);
      };
      next();
    };
    await new Promise((resolve) => caller.once('message', resolve));
    caller.send(JSON.stringify({ type: 'response.create' }));
    await eventually(async () => sent > 10);
    caller.pause();

    let before = -1;
    await eventually(async () => {
      const isStalled = sent === before;
      before = sent;
      await new Promise((resolve) => setTimeout(resolve, 300));
      return isStalled;
    });

    // Bytes in the system's buffers: two of the gateway and two of the test.
    expect((sent * SOUND.length) / MIB).toBeLessThan(60);
    expect(peakMib(turnpike.pid)).toBeLessThan(MAX_MIB);
  });
});
