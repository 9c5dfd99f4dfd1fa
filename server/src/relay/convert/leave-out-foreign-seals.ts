import { ConversionReport } from '../../dialects/neutral/conversion-report.ts';
import { GatewayError } from '../../platform/gateway-error.ts';
import { MAX_STRUCTURE_BYTES, TooMuchStructureError } from '../../platform/json-structure.ts';
import { LongTexts } from '../../platform/long-texts.ts';
import type { Pieces } from '../../platform/pieces.ts';
import type { CallContext } from '../call-context.ts';
import { refuseLosses } from './refuse-losses.ts';

/**
 * A body that passes without the seals of other dialects, which its vendor would refuse. Everything else is as it was.
 * @returns a report where there were any
 * @throws request.too_large where there is too much to parse; request.lossy_conversion
 */
export async function leaveOutForeignSeals(
  { dialect, caller }: Pick<CallContext, 'dialect' | 'caller'>,
  body: Buffer,
  upstreamModel: string,
): Promise<{ body: Buffer | Pieces; report: ConversionReport | null }> {
  const leaveOut = await dialect.foreignSeals?.load();
  const texts = new LongTexts({ maxBytes: MAX_STRUCTURE_BYTES });
  const report = new ConversionReport();
  try {
    const tree = await texts.parseInTurns(body);
    if (!leaveOut?.(tree, { upstreamModel, texts, report })) return { body, report: null };
    refuseLosses({ caller }, report);
    return { body: texts.writeApart(tree), report };
  } catch (cause) {
    if (cause instanceof TooMuchStructureError) throw new GatewayError('request.too_large', {}, { cause });
    throw cause;
  }
}
