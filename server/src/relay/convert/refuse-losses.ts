import type { ConversionReport } from '../../dialects/neutral/conversion-report.ts';
import { GatewayError } from '../../platform/gateway-error.ts';
import type { CallContext } from '../call-context.ts';

/** A caller who would rather be refused than lose a field says `true`. */
const STRICT_HEADER = 'x-turnpike-strict';

/** @throws request.lossy_conversion */
export function refuseLosses({ caller }: Pick<CallContext, 'caller'>, report: ConversionReport): void {
  if (caller.request.headers[STRICT_HEADER] === 'true' && report.losses > 0)
    throw new GatewayError('request.lossy_conversion', { fields: report.header() });
}
