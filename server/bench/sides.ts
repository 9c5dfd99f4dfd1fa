import { setTimeout as wait } from 'node:timers/promises';
import { type MeasuredGateway, startGateway } from './gateway-process.ts';
import type { Side } from './load.ts';
import { startNginx } from './nginx.ts';
import { type Measured, residentBytesOf, startNode, stop } from './processes.ts';

/** The compared sides, all in front of one upstream. */
export interface Sides {
  gateway: MeasuredGateway;
  upstreamPort: number;
  /** Resident bytes of the gateway three seconds after its start. */
  idleBytes: number;
  own: Side;
  /** The same with every limit set. */
  limited: Side;
  /** Another build of the product. */
  other?: Side | undefined;
  relay: Side;
  nginx?: Side | undefined;
  stop(): Promise<void>;
}

/** @param otherRoot folder of the other copy of the repository, which is built */
export async function startSides(upstreamPort: number, otherRoot?: URL): Promise<Sides> {
  const started: Measured[] = [];
  const keep = <One extends Measured>(side: One): One => {
    started.push(side);
    return side;
  };
  const stopAll = async () => {
    await Promise.all(started.map(stop));
  };
  const sideOf = ({ child, port }: Measured, token = ''): Side => ({
    ...{ origin: `http://127.0.0.1:${port}`, pid: child.pid ?? 0, token },
  });
  try {
    const relay = keep(
      await startNode(new URL('./bare-relay-process.ts', import.meta.url), {
        env: { BENCH_UPSTREAM_PORT: String(upstreamPort) },
        isSide: true,
      }),
    );
    const nginx = await startNginx(upstreamPort);
    if (nginx !== undefined) keep(nginx);
    const gateway = keep(await startGateway(upstreamPort));
    const limited = keep(await startGateway(upstreamPort));
    const other = otherRoot && keep(await startGateway(upstreamPort, { rootDir: otherRoot }));
    await wait(3000);
    return {
      ...{ gateway, upstreamPort, idleBytes: residentBytesOf(gateway.child.pid ?? 0) },
      own: sideOf(gateway, gateway.token),
      limited: sideOf(limited, await limited.limitedToken()),
      other: other && sideOf(other, other.token),
      relay: sideOf(relay),
      nginx: nginx && sideOf(nginx),
      stop: stopAll,
    };
  } catch (error) {
    await stopAll();
    throw error;
  }
}
