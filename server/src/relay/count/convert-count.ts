import type { CountConversion, Dialect } from '../../dialects/dialect.ts';
import { leaveOutOtherTools } from '../../dialects/neutral/allowed-tools.ts';
import { ConversionReport } from '../../dialects/neutral/conversion-report.ts';
import { type Json, objectOf } from '../../dialects/neutral/json-values.ts';
import { linkedPartsOf } from '../../dialects/neutral/linked-parts.ts';
import { mendMedia } from '../../dialects/neutral/mended-media.ts';
import { ToolNames } from '../../dialects/neutral/tool-names.ts';
import type { Route } from '../../modules/routing/routing-snapshot.ts';
import { MAX_STRUCTURE_BYTES } from '../../platform/json-structure.ts';
import { LongTexts } from '../../platform/long-texts.ts';
import type { Pieces } from '../../platform/pieces.ts';
import type { Form } from '../../providers/provider.ts';
import type { AcceptedCall } from '../call-context.ts';
import type { RelayNeeds } from '../relay-needs.ts';

/** A counter of another dialect. */
export interface OtherCounter {
  form: Form;
  conversion: CountConversion;
}

/** @returns null where a channel has none that requests can be converted for */
export function otherCounterOf({ channel }: Pick<Route, 'channel'>, dialect: Dialect): OtherCounter | null {
  if (dialect.countConversion === undefined) return null;
  for (const form of channel.forms) {
    const conversion = form.dialect.countConversion;
    if (conversion !== undefined) return { form, conversion };
  }
  return null;
}

/**
 * Writes what a count is asked of as the counter of another dialect takes it.
 * @returns null where it names what that cannot look at
 * @throws request.invalid where the other dialect cannot express something
 */
export async function convertCount(
  { dialect, address, body, bodyHold }: AcceptedCall,
  { counter: { form, conversion }, upstreamModel }: { counter: OtherCounter; upstreamModel: string },
  { options }: Pick<RelayNeeds, 'options'>,
): Promise<Buffer | Pieces | null> {
  const [caller, upstream] = await Promise.all([
    dialect.countConversion?.conversation(),
    conversion.conversation(),
  ]);
  if (caller === undefined) return null;
  const texts = new LongTexts({ maxBytes: MAX_STRUCTURE_BYTES });
  const tree = objectOf(await texts.parseInTurns(body)) ?? {};
  const talk = caller.readRequest(dialect.countConversion?.counted(tree), { address, texts });
  const report = new ConversionReport();
  leaveOutOtherTools(talk, report);
  await mendMedia(talk, { texts, onCopy: (bytes) => bodyHold.take(bytes) });
  const isUnread = (part: Parameters<typeof upstream.readsAddress>[0]): boolean =>
    form.readsNoAddresses === true || !upstream.readsAddress(part, upstreamModel);
  if (linkedPartsOf(talk, isUnread).length > 0) return null;
  const { anthropicMaxTokens, thinkingShare } = options();
  const written = upstream.writeRequest(talk, {
    ...{ upstreamModel, stream: false, asksUsage: false, givesThinkingBack: false, outputLimit: null },
    ...{ defaultOutputTokens: anthropicMaxTokens.default, thinkingShare },
    ...{ report, toolNames: new ToolNames(report), texts },
  });
  return texts.writeApart(conversion.asked(written as Json, upstreamModel));
}
