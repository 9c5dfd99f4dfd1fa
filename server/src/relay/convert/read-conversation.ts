import type { RequestSource, UpstreamFormat } from '../../dialects/conversation-format.ts';
import type { LinkedMedia } from '../../dialects/linked-media.ts';
import { leaveOutOtherTools } from '../../dialects/neutral/allowed-tools.ts';
import type { Conversation } from '../../dialects/neutral/conversation.ts';
import { ConversionReport } from '../../dialects/neutral/conversion-report.ts';
import { linkedPartsOf } from '../../dialects/neutral/linked-parts.ts';
import { mendMedia } from '../../dialects/neutral/mended-media.ts';
import { ToolNames } from '../../dialects/neutral/tool-names.ts';
import { LongTexts } from '../../platform/json/long-texts.ts';
import { nextTurn } from '../../platform/turns.ts';
import type { Form } from '../../providers/provider.ts';
import type { ReadCall } from '../call/call-context.ts';

/** A caller's request, ready to be written in another dialect. */
export interface ReadConversation {
  talk: Conversation;
  texts: LongTexts;
  report: ConversionReport;
  toolNames: ToolNames;
  /** Yields to other calls if the request is long. */
  pause(): Promise<void>;
}

/** Longer bodies yield to other calls between the steps. */
const ONE_TURN_BYTES = 128 * 1024;

/** @param read reads the parsed body as a conversation @throws request.invalid; request.too_large */
export async function readConversation(
  { address, body, bodyHold }: Pick<ReadCall, 'address' | 'body' | 'bodyHold'>,
  read: (parsed: unknown, source: RequestSource) => Conversation,
): Promise<ReadConversation> {
  const texts = new LongTexts();
  const report = new ConversionReport();
  const isLong = body.length > ONE_TURN_BYTES;
  const pause = async (): Promise<void> => (isLong ? nextTurn() : undefined);
  const parsed = isLong ? await texts.parseInTurns(body) : texts.parse(body);
  await pause();
  const talk = read(parsed, { address, texts });
  leaveOutOtherTools(talk, report);
  await mendMedia(talk, { texts, onCopy: (bytes) => bodyHold.take(bytes) });
  await pause();
  return { talk, texts, report, toolNames: new ToolNames(report), pause };
}

/** Returns the media parts whose addresses the upstream does not read. */
export const unreadPartsOf = (
  talk: Conversation,
  { form, upstream, upstreamModel }: { form: Form; upstream: UpstreamFormat; upstreamModel: string },
): LinkedMedia[] =>
  linkedPartsOf(
    talk,
    (part) => form.readsNoAddresses === true || !upstream.readsAddress(part, upstreamModel),
  );
