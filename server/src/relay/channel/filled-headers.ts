import { type PlacedCall, placeValuesOf, toHeaderText } from '../../modules/routing/request-places.ts';
import type { RoutingChannel } from '../../modules/routing/routing-snapshot.ts';
import { fillTemplate } from '../../platform/text/text-template.ts';

/** Requests of the gateway itself have no user. */
export const NO_CALL: PlacedCall = { requestId: '', identity: null, payingGroup: null, facts: null };

/** Fills the placeholders in a channel's header lines; returns the same lines if there are none. */
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
