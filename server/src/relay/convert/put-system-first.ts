import { ConversionReport } from '../../dialects/neutral/conversion-report.ts';
import type { Pieces } from '../../platform/memory/pieces.ts';
import type { RoutedCall } from '../call/call-context.ts';
import { rewriteBody } from './rewrite-body.ts';

/**
 * Moves the system turns of a passed body to the beginning, for models that accept them only there.
 * @throws request.too_large if there is too much to parse
 */
export async function putSystemTurnsFirst(
  { form }: Pick<RoutedCall, 'form'>,
  body: Buffer,
): Promise<{ body: Buffer | Pieces; report: ConversionReport }> {
  const putFirst = await form.dialect.systemFirst?.();
  const report = new ConversionReport();
  const passed = await rewriteBody(body, (tree) => putFirst?.(tree, { report }) === true);
  return { body: passed, report };
}
