import type { FindLinkedMedia } from '../../dialects/linked-media.ts';
import { ConversionReport } from '../../dialects/neutral/conversion-report.ts';
import type { Pieces } from '../../platform/pieces.ts';
import type { RoutedCall } from '../call-context.ts';
import type { RelayDeps } from '../relay-deps.ts';
import { fetchMedia } from './fetch-media.ts';
import { rewriteBody } from './rewrite-body.ts';

/**
 * A body that passes with the bytes of what it names by addresses.
 * @throws request.too_large where there is too much to parse; what `fetchMedia` throws
 */
export async function inlineLinkedMedia(
  call: RoutedCall,
  { body, find }: { body: Buffer; find: FindLinkedMedia },
  deps: RelayDeps,
): Promise<{ body: Buffer | Pieces; report: ConversionReport }> {
  const report = new ConversionReport();
  const passed = await rewriteBody(body, async (tree, texts) => {
    await fetchMedia(call, find(tree), { texts, report }, deps);
    return report.fields.length > 0;
  });
  return { body: passed, report };
}
