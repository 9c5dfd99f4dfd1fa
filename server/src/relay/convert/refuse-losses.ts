import type { ConversionReport } from '../../dialects/neutral/conversion-report.ts';
import { GatewayError } from '../../platform/gateway-error.ts';
import type { CallContext } from '../call/call-context.ts';
import { isYes } from '../call/header-flags.ts';

/** Callers that prefer a refusal to a lost field send `true`, `1` or `yes`. */
const STRICT_HEADER = 'x-turnpike-strict';

/** @throws request.lossy_conversion */
export function refuseLosses({ caller }: Pick<CallContext, 'caller'>, report: ConversionReport): void {
  if (report.losses > 0 && isYes(caller.request.headers[STRICT_HEADER]))
    throw new GatewayError('request.lossy_conversion', { fields: report.header() });
}
