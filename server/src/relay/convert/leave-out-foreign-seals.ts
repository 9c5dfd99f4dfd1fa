import { ConversionReport } from '../../dialects/neutral/conversion-report.ts';
import type { Pieces } from '../../platform/memory/pieces.ts';
import type { CallContext } from '../call/call-context.ts';
import { refuseLosses } from '../request/fits.ts';
import { rewriteBody } from './rewrite-body.ts';

/**
 * Removes the seals of other dialects from a passed body: its vendor would refuse them.
 * @throws request.too_large if there is too much to parse; request.lossy_conversion
 */
export async function leaveOutForeignSeals(
  { dialect, caller }: Pick<CallContext, 'dialect' | 'caller'>,
  body: Buffer,
  upstreamModel: string,
): Promise<{ body: Buffer | Pieces; report: ConversionReport }> {
  const leaveOut = await dialect.foreignSeals?.load();
  const report = new ConversionReport();
  const passed = await rewriteBody(body, (tree, texts) => {
    const isChanged = leaveOut?.(tree, { upstreamModel, texts, report }) === true;
    if (isChanged) refuseLosses({ caller }, report);
    return isChanged;
  });
  return { body: passed, report };
}
