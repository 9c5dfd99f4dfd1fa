import { type ParameterPlaceholder, parameterPlaceholders } from '@turnpike/contract';
import type { TextTemplate } from '../../platform/text/text-template.ts';

/** Facts of a call that may stand in the headers and members that a channel sets. */
export type CallPlace = ParameterPlaceholder;
export type CallTemplate = TextTemplate<CallPlace>;

export const callPlaces: ReadonlySet<CallPlace> = new Set(parameterPlaceholders);

/** Values that stand in one request. */
export type PlaceValues = Readonly<Record<CallPlace, string>>;

/** Known facts of a call; a test or an inquiry has no user. */
export interface PlacedCall {
  requestId: string;
  identity: { userId: number; username: string; tokenName: string } | null;
  payingGroup: { symbol: string } | null;
  facts: { model: string } | null;
}

export function placeValuesOf(
  { requestId, identity, payingGroup, facts }: PlacedCall,
  upstreamModel: string,
): PlaceValues {
  return {
    user_id: identity === null ? '' : String(identity.userId),
    username: identity?.username ?? '',
    token_name: identity?.tokenName ?? '',
    group: payingGroup?.symbol ?? '',
    model: facts?.model ?? '',
    upstream_model: upstreamModel,
    request_id: requestId,
  };
}

/** Printable ASCII, all else percent-encoded as UTF-8: a value that a caller chose ends no header. */
export function toHeaderText(value: string): string {
  if (/^[\x20-\x7e]*$/.test(value)) return value;
  let text = '';
  for (const byte of Buffer.from(value))
    text +=
      byte >= 0x20 && byte <= 0x7e
        ? String.fromCharCode(byte)
        : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
  return text;
}
