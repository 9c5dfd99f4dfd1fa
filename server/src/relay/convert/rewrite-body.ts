import { LongTexts } from '../../platform/json/long-texts.ts';
import type { Pieces } from '../../platform/memory/pieces.ts';

/**
 * Changes a passed body; everything else in it stays as it was.
 * @param change changes the parsed body @returns whether it did
 * @throws request.too_large if there is too much to parse; errors of `change`
 */
export async function rewriteBody(
  body: Buffer,
  change: (tree: unknown, texts: LongTexts) => boolean | Promise<boolean>,
): Promise<Buffer | Pieces> {
  const texts = new LongTexts();
  const tree = await texts.parseInTurns(body);
  return (await change(tree, texts)) ? texts.writeApart(tree) : body;
}
