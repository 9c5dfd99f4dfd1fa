import type { StreamPath } from '../../dialects/stream-path.ts';
import { CostTellingStream, mayTellCost, tellsUsage } from '../answer/told-cost.ts';
import { textForCaller } from '../answer/vendor-text.ts';
import type { RoutedCall } from '../call/call-context.ts';

/** Opens the path of a stream to its caller: passed or converted, and with its cost where the caller may see it. */
export function openPath(call: RoutedCall): StreamPath {
  const { facts, route, dialect, converted } = call;
  if (dialect.streams === null) throw new Error('only a call that may be streamed comes here');
  const path =
    converted === null
      ? dialect.streams.pass({
          wantsUsage: tellsUsage(call),
          answerCount: facts.answerCount,
          framing: facts.framing,
          requestId: call.requestId,
          withoutSecrets: (text) => textForCaller(text, route.channel),
          withoutKey: (bytes) => route.channel.secrets.clean(bytes),
        })
      : converted.openStream();
  return mayTellCost(call) ? new CostTellingStream(path, call) : path;
}
