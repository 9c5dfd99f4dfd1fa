import { PeekedAnswer } from '../../platform/net/peeked-answer.ts';
import type { UpstreamAnswer } from '../../platform/net/upstream-answer.ts';
import type { Framing } from '../../providers/framing.ts';
import { LocalAnswer } from '../../providers/local-answer.ts';
import { mediaTypeOf } from '../answer/media-type.ts';
import type { RoutedCall } from '../call/call-context.ts';
import type { OpenedAnswer } from '../call/opened-answer.ts';
import { openWhole } from '../opened/open-whole.ts';
import { OpenedFile } from '../opened/opened-file.ts';
import { OpenedStream } from '../opened/opened-stream.ts';
import type { RelayDeps } from '../relay-deps.ts';
import { FramedAnswer } from './framed-answer.ts';
import { pollerOf } from './poll-upstream.ts';

/** Waits for the beginning of an answer that can be passed on. @throws if it fails before */
export async function openAnswer(
  call: RoutedCall,
  given: UpstreamAnswer,
  deps: RelayDeps,
): Promise<OpenedAnswer> {
  const { framing, adapter } = call.form;
  const framed = framing === undefined ? given : await inEvents(call, given, { framing, deps });
  const shaped = adapter?.answer === undefined ? framed : await inCallersShape(call, framed, deps);
  const { stream, wantsFile } = call.facts;
  // Servers that cannot stream sound send it as a file.
  if (stream && (wantsFile === undefined || !isFile(shaped))) return OpenedStream.open(call, shaped, deps);
  if (wantsFile !== undefined) return OpenedFile.open(call, shaped);
  const { vectorEncoding } = call.facts;
  if (vectorEncoding !== undefined) {
    const { inAskedEncoding } = await import('../convert/asked-encoding.ts');
    return openWhole(call, await inAskedEncoding(call, shaped, vectorEncoding), deps);
  }
  const { converted } = call;
  // A content type is trusted if it is the usual one.
  const peeked = mediaTypeOf(shaped) === 'application/json' ? null : await PeekedAnswer.open(shaped);
  const answer = peeked ?? shaped;
  if (peeked?.kind === 'events') {
    const { joinStream } = await import('../convert/join-stream.ts');
    const joined = await joinStream(call, answer, deps);
    if (converted !== null) return converted.openJoined(joined);
    return openWhole(call, LocalAnswer.whole(joined), deps);
  }
  return converted === null ? openWhole(call, answer, deps) : converted.openWhole(answer);
}

const isFile = (answer: UpstreamAnswer): boolean => /^audio\/|octet-stream/.test(mediaTypeOf(answer));

/** Stream readers understand only server-sent events. */
async function inEvents(
  { identity }: RoutedCall,
  answer: UpstreamAnswer,
  { framing, deps }: { framing: Framing; deps: RelayDeps },
): Promise<UpstreamAnswer> {
  if (!framing.types.includes(mediaTypeOf(answer))) return answer;
  const frames = await framing.open();
  return new FramedAnswer(answer, frames, deps.bodyBudget.open(identity.userId));
}

async function inCallersShape(
  call: RoutedCall,
  answer: UpstreamAnswer,
  deps: RelayDeps,
): Promise<UpstreamAnswer> {
  const { adapter } = call.form;
  if (adapter?.answer === undefined) return answer;
  const { adaptAnswer } = await import('../convert/adapt-call.ts');
  const answering = { ...adapter, answer: adapter.answer };
  return adaptAnswer(call, answer, { adapter: answering, poll: pollerOf(call, deps), deps });
}
