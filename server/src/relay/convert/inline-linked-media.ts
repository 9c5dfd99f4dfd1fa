import type { FindLinkedMedia } from '../../dialects/linked-media.ts';
import { ConversionReport } from '../../dialects/neutral/conversion-report.ts';
import type { Pieces } from '../../platform/pieces.ts';
import type { RoutedCall } from '../call-context.ts';
import type { RelayNeeds } from '../relay-needs.ts';
import { fetchMedia } from './fetch-media.ts';
import { rewriteBody } from './rewrite-body.ts';

/**
 * A body that passes with the bytes of what it names by addresses.
 * @throws request.too_large where there is too much to parse; what `fetchMedia` throws
 */
export async function inlineLinkedMedia(
  call: RoutedCall,
  { body, find }: { body: Buffer; find: FindLinkedMedia },
  needs: RelayNeeds,
): Promise<{ body: Buffer | Pieces; report: ConversionReport }> {
  const report = new ConversionReport();
  const passed = await rewriteBody(body, async (tree, texts) => {
    await fetchMedia(call, find(tree), { texts, report }, needs);
    return report.fields.length > 0;
  });
  return { body: passed, report };
}
