import { LongTexts } from '../../platform/long-texts.ts';
import type { Pieces } from '../../platform/pieces.ts';

/**
 * A body that passes with a change; everything else is as it was.
 * @param change changes the parsed body @returns whether it did
 * @throws request.too_large where there is too much to parse; what `change` throws
 */
export async function rewriteBody(
  body: Buffer,
  change: (tree: unknown, texts: LongTexts) => boolean | Promise<boolean>,
): Promise<Buffer | Pieces> {
  const texts = new LongTexts();
  const tree = await texts.parseInTurns(body);
  return (await change(tree, texts)) ? texts.writeApart(tree) : body;
}
