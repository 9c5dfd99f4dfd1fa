import type { VendorMessage } from '../../dialects/realtime/realtime-dialect.ts';
import type { RoutingChannel } from '../../modules/routing/routing-snapshot.ts';

/** Returns a message without the channel's secrets. Sound, which is most of a session, is not searched. */
export function cleanMessage({ passed, sound }: VendorMessage, { secrets }: RoutingChannel): Buffer {
  const bytes = typeof passed === 'string' ? Buffer.from(passed) : passed;
  if (sound === null) return secrets.clean(bytes);
  const [before, after] = [bytes.subarray(0, sound.start), bytes.subarray(sound.end)];
  const [cleanBefore, cleanAfter] = [secrets.clean(before), secrets.clean(after)];
  if (cleanBefore === before && cleanAfter === after) return bytes;
  return Buffer.concat([cleanBefore, bytes.subarray(sound.start, sound.end), cleanAfter]);
}
