import { isStorableText } from '@turnpike/contract';
import { type FieldError, GatewayError } from '../platform/gateway-error.ts';

/** Fields that one answer names at most. */
const NAMED_FIELDS = 20;

/** A value that came in, and where it stands: a chain, because paths of deep values would take more room than they. */
interface Place {
  value: unknown;
  name: string;
  outer: Place | null;
}

/**
 * Refuses texts that cannot be stored, wherever they stand in a body, a query or an address, names of members
 * included. It looks at what came in before a shape does, so no shape has to remember.
 * @throws request.invalid naming the fields
 */
export function assertStorableTexts(value: unknown, part: string | undefined): void {
  const fields = unstorableTexts(value, part);
  if (fields.length > 0) throw new GatewayError('request.invalid', {}, { fields });
}

/** The fields that hold them, the first of many. */
export function unstorableTexts(value: unknown, part: string | undefined): FieldError[] {
  const fields: FieldError[] = [];
  const found = (place: Place): void => {
    const field = pathOf(place) || (part === 'body' ? '' : (part ?? ''));
    fields.push({ field, code: 'invalid_text' });
  };
  // A list of what is left to look at: a body may be nested deeper than calls can be.
  const left: Place[] = [{ value, name: '', outer: null }];
  for (let place = left.pop(); place !== undefined && fields.length < NAMED_FIELDS; place = left.pop()) {
    if (typeof place.value === 'string') {
      if (!isStorableText(place.value)) found(place);
    } else if (typeof place.value === 'object' && place.value !== null) {
      for (const [name, inner] of Object.entries(place.value)) {
        if (isStorableText(name)) left.push({ value: inner, name, outer: place });
        else found(place);
      }
    }
  }
  return fields;
}

/** Names that a path keeps; no shape of the contract is deeper. */
const KEPT_NAMES = 10;

function pathOf(place: Place): string {
  const names: string[] = [];
  for (let one: Place | null = place; one?.outer; one = one.outer) names.push(one.name);
  return names.reverse().slice(0, KEPT_NAMES).join('.');
}
