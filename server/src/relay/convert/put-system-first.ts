import { ConversionReport } from '../../dialects/neutral/conversion-report.ts';
import type { Pieces } from '../../platform/pieces.ts';
import type { RoutedCall } from '../call-context.ts';
import { rewriteBody } from './rewrite-body.ts';

/**
 * A body that passes with its system turns at the beginning, for a model that takes them nowhere else.
 * @throws request.too_large where there is too much to parse
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
