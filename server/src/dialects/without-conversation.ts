import { NOTHING_ASKED } from '../billing/charge.ts';
import type { Edit } from '../platform/json/splice.ts';
import type { AnswerFacts, Dialect, PassOptions, RequestFacts, ScannedRequest } from './dialect.ts';

/** Members of a dialect without conversations. */
export const withoutConversation = {
  limitMembers: [],
  conversation: null,
  countAnswer: null,
  streams: null,
} as const satisfies Partial<Dialect>;

/** Facts of a request for one whole answer without text. */
export const oneWholeAnswer = {
  stream: false,
  framing: 'sse',
  wantsUsage: false,
  maxOutputTokens: 0,
  answerCount: 1,
  hasTools: false,
  canBeBounded: false,
  asks: NOTHING_ASKED,
} as const satisfies Partial<RequestFacts>;

/** An answer that is neither text nor sound nor picture. */
export const saysNothing: Omit<AnswerFacts, 'usage'> = {
  text: () => '',
  media: () => ({ audioBytes: 0, imageCount: 0 }),
};

/** Names the upstream's model in a request, also in one that named none. */
export function nameModel(
  { body, scan }: ScannedRequest,
  facts: RequestFacts,
  { upstreamModel }: PassOptions,
): Edit[] {
  const named = scan.found.get('model');
  const replacement = JSON.stringify(upstreamModel);
  if (named !== undefined) return upstreamModel === facts.model ? [] : [{ ...named, replacement }];
  // At the end: parsers that do not look at case let the last spelling of a name win.
  const end = body.lastIndexOf(0x7d);
  // A form may have nothing but files.
  const comma = /^\s*\{\s*\}\s*$/.test(body.toString('latin1', 0, 64)) ? '' : ',';
  return [{ start: end, end, replacement: `${comma}"model":${replacement}` }];
}
