import { type PlacedCall, placeValuesOf, toHeaderText } from '../../modules/routing/request-places.ts';
import type { RoutingChannel } from '../../modules/routing/routing-snapshot.ts';
import { fillTemplate } from '../../platform/text-template.ts';

/** What the gateway asks by itself has no user. */
export const NO_CALL: PlacedCall = { requestId: '', identity: null, group: null, facts: null };

/** Header lines of a channel with what it wants of the call in them; the same lines where it wants nothing. */
export function filledHeaders(
  lines: readonly string[],
  { headerTemplates }: Pick<RoutingChannel, 'headerTemplates'>,
  { call, upstreamModel }: { call: PlacedCall; upstreamModel: string },
): readonly string[] {
  if (headerTemplates === null) return lines;
  const values = placeValuesOf(call, upstreamModel);
  const filled = [...lines];
  for (let i = 0; i + 1 < filled.length; i += 2) {
    const template = headerTemplates.get(filled[i] as string);
    if (template !== undefined)
      filled[i + 1] = fillTemplate(template, (place) => toHeaderText(values[place]));
  }
  return filled;
}
