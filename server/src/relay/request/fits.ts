import type { ConversionReport } from '../../dialects/neutral/conversion-report.ts';
import type { Route } from '../../modules/routing/routing-snapshot.ts';
import { GatewayError } from '../../platform/gateway-error.ts';
import type { Form } from '../../providers/provider.ts';
import type { CallContext } from '../call/call-context.ts';
import type { Fit } from '../call/fit.ts';
import { isYes } from '../call/header-flags.ts';

/** Another channel may carry more of a request. Thrown before anything is sent. */
export class LossFound extends Error {
  override readonly name = 'LossFound';
  readonly report: ConversionReport;

  constructor(report: ConversionReport) {
    super(report.header());
    this.report = report;
  }
}

/** Callers that prefer a refusal to a lost field send `true`, `1` or `yes`. */
const STRICT_HEADER = 'x-turnpike-strict';

/** @throws request.lossy_conversion for a strict caller whose request would lose something */
export function refuseLosses({ caller }: Pick<CallContext, 'caller'>, report: ConversionReport): void {
  if (report.losses > 0 && isYes(caller.request.headers[STRICT_HEADER]))
    throw new GatewayError('request.lossy_conversion', { fields: report.header() });
}

/**
 * Decides about what a request loses on its way to the chosen channel.
 * @throws request.lossy_conversion as `refuseLosses`; LossFound while another channel may carry more
 */
export function weighLosses(
  call: Pick<CallContext, 'caller' | 'acceptsLosses'>,
  report: ConversionReport,
): void {
  if (report.losses === 0) return;
  refuseLosses(call, report);
  if (!call.acceptsLosses) throw new LossFound(report);
}

type FittedCall = Pick<CallContext, 'fits'>;

/** @returns undefined until the request was written for a channel of that form */
export const fitOf = ({ fits }: FittedCall, { upstreamModel }: Route, form: Form): Fit | undefined =>
  fits.find((fit) => fit.form === form && fit.upstreamModel === upstreamModel);

/**
 * Keeps what the chosen channel cannot carry, if that is why the request was not sent.
 * @returns whether it is
 */
export function noteUnfit(call: FittedCall & { route: Route; form: Form }, error: unknown): boolean {
  const { form, route } = call;
  const fit = { form, upstreamModel: route.upstreamModel };
  if (error instanceof LossFound)
    call.fits = [...call.fits, { ...fit, losses: error.report.losses, lost: error.message, refusal: null }];
  else if (error instanceof GatewayError && REFUSALS.has(error.code))
    call.fits = [...call.fits, { ...fit, losses: Number.POSITIVE_INFINITY, lost: '', refusal: error }];
  else return false;
  return true;
}

/** Errors of writing a request for a channel that a channel of another form may not have. */
const REFUSALS: ReadonlySet<string> = new Set([
  'request.invalid',
  'request.lossy_conversion',
  'request.too_large',
]);
