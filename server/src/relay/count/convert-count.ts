import type { CountConversion, Dialect } from '../../dialects/dialect.ts';
import { type Json, objectOf } from '../../dialects/neutral/json-values.ts';
import type { Route } from '../../modules/routing/routing-snapshot.ts';
import type { Pieces } from '../../platform/memory/pieces.ts';
import type { Form } from '../../providers/provider.ts';
import type { ReadCall } from '../call/call-context.ts';
import { readConversation, unreadPartsOf } from '../convert/read-conversation.ts';
import type { RelayDeps } from '../relay-deps.ts';

/** A token counter of another dialect. */
export interface OtherCounter {
  form: Form;
  conversion: CountConversion;
}

/** @returns null if a channel has no counter that requests can be converted for */
export function otherCounterOf({ channel }: Pick<Route, 'channel'>, dialect: Dialect): OtherCounter | null {
  if (dialect.countConversion === undefined) return null;
  for (const form of channel.forms) {
    const conversion = form.dialect.countConversion;
    if (conversion !== undefined) return { form, conversion };
  }
  return null;
}

/**
 * Converts a request for the counter of another dialect.
 * @returns null if it references objects that the counter cannot access
 * @throws request.invalid if the other dialect cannot express a part
 */
export async function convertCount(
  call: ReadCall,
  { counter: { form, conversion }, upstreamModel }: { counter: OtherCounter; upstreamModel: string },
  { options }: Pick<RelayDeps, 'options'>,
): Promise<Buffer | Pieces | null> {
  const { countConversion } = call.dialect;
  const [caller, upstream] = await Promise.all([countConversion?.conversation(), conversion.conversation()]);
  if (caller === undefined) return null;
  const { talk, texts, report, toolNames } = await readConversation(call, (parsed, source) =>
    caller.readRequest(countConversion?.counted(objectOf(parsed) ?? {}), source),
  );
  if (unreadPartsOf(talk, { form, upstream, upstreamModel }).length > 0) return null;
  const { thinkingShare } = options();
  const written = upstream.writeRequest(talk, {
    ...{ upstreamModel, stream: false, asksUsage: false, givesThinkingBack: false, outputLimit: null },
    thinkingShare,
    ...{ report, toolNames, texts },
  });
  return texts.writeApart(conversion.asked(written as Json, upstreamModel));
}
