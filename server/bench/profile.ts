import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { PARALLEL } from './call-costs.ts';
import { startGateway } from './gateway-process.ts';
import { closedLoad, openLoad } from './load.ts';
import { stop } from './processes.ts';

const WARM_UP_SECONDS = 15;
const PROFILE_SECONDS = 8;
const SHOWN = 45;

/** The part of a .cpuprofile that is summed. */
interface Profile {
  nodes: { id: number; callFrame: { functionName: string; url: string; lineNumber: number } }[];
  samples: number[];
  timeDeltas: number[];
}

/**
 * Writes CPU profiles of each thread for calls at full speed or, with `perSecond`, at a fixed rate, and prints where the
 * time of a call goes.
 */
export async function writeProfiles(
  upstreamPort: number,
  { folder, perSecond }: { folder: string; perSecond?: number | undefined },
): Promise<void> {
  const gateway = await startGateway(upstreamPort, { profileDir: folder });
  try {
    const target = { origin: `http://127.0.0.1:${gateway.port}`, token: gateway.token };
    const load = (seconds: number) =>
      perSecond === undefined
        ? closedLoad(target, { parallel: PARALLEL, seconds, stream: false })
        : openLoad(target, { perSecond, seconds });
    await closedLoad(target, { parallel: PARALLEL, seconds: WARM_UP_SECONDS, stream: false });
    const pid = gateway.child.pid ?? 0;
    process.kill(pid, 'SIGUSR2');
    await wait(500);
    const { calls } = await load(PROFILE_SECONDS);
    process.kill(pid, 'SIGUSR2');
    await wait(3000);
    for (const file of readdirSync(folder).filter((name) => name.endsWith('.cpuprofile')))
      print(file, JSON.parse(readFileSync(join(folder, file), 'utf8')) as Profile, calls);
  } finally {
    await stop(gateway);
  }
}

function print(file: string, { nodes, samples, timeDeltas }: Profile, calls: number): void {
  const places = new Map(
    nodes.map(({ id, callFrame: { functionName, url, lineNumber } }) => [
      id,
      `${functionName || '(anonymous)'} ${url.replace(/^.*\/(server|node_modules)\//, '')}:${lineNumber + 1}`,
    ]),
  );
  const byPlace = new Map<string, number>();
  samples.forEach((id, index) => {
    const place = places.get(id) ?? '';
    byPlace.set(place, (byPlace.get(place) ?? 0) + (timeDeltas[index] ?? 0));
  });
  console.log(`${file}: ${calls} calls, µs of each call`);
  for (const [place, us] of [...byPlace].sort(([, a], [, b]) => b - a).slice(0, SHOWN))
    console.log(`${(us / calls).toFixed(2).padStart(9)}  ${place}`);
}
