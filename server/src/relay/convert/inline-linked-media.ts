import type { FindLinkedMedia } from '../../dialects/linked-media.ts';
import { ConversionReport } from '../../dialects/neutral/conversion-report.ts';
import { GatewayError } from '../../platform/gateway-error.ts';
import { MAX_STRUCTURE_BYTES, TooMuchStructureError } from '../../platform/json-structure.ts';
import { LongTexts } from '../../platform/long-texts.ts';
import type { Pieces } from '../../platform/pieces.ts';
import type { RoutedCall } from '../call-context.ts';
import type { RelayNeeds } from '../relay-needs.ts';
import { fetchMedia } from './fetch-media.ts';

/**
 * A body that passes with the bytes of what it names by addresses. Everything else is as it was.
 * @returns a report where there were any
 * @throws request.too_large where there is too much to parse; what `fetchMedia` throws
 */
export async function inlineLinkedMedia(
  call: RoutedCall,
  { body, find }: { body: Buffer; find: FindLinkedMedia },
  needs: RelayNeeds,
): Promise<{ body: Buffer | Pieces; report: ConversionReport | null }> {
  const texts = new LongTexts({ maxBytes: MAX_STRUCTURE_BYTES });
  const report = new ConversionReport();
  try {
    const tree = await texts.parseInTurns(body);
    await fetchMedia(call, find(tree), { texts, report }, needs);
    return report.fields.length === 0 ? { body, report: null } : { body: texts.writeApart(tree), report };
  } catch (cause) {
    if (cause instanceof TooMuchStructureError) throw new GatewayError('request.too_large', {}, { cause });
    throw cause;
  }
}
