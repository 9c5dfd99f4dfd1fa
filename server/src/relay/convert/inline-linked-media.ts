import type { FindLinkedMedia } from '../../dialects/linked-media.ts';
import { ConversionReport } from '../../dialects/neutral/conversion-report.ts';
import type { Pieces } from '../../platform/memory/pieces.ts';
import type { RoutedCall } from '../call/call-context.ts';
import type { RelayDeps } from '../relay-deps.ts';
import { fetchMedia } from './fetch-media.ts';
import { rewriteBody } from './rewrite-body.ts';

/**
 * Replaces the media addresses in a passed body with the bytes.
 * @throws request.too_large if there is too much to parse; errors of `fetchMedia`
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
