import { GatewayError } from '../../platform/gateway-error.ts';
import { MAX_STRUCTURE_BYTES, TooMuchStructureError } from '../../platform/json-structure.ts';
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
  const texts = new LongTexts({ maxBytes: MAX_STRUCTURE_BYTES });
  try {
    const tree = await texts.parseInTurns(body);
    return (await change(tree, texts)) ? texts.writeApart(tree) : body;
  } catch (cause) {
    if (cause instanceof TooMuchStructureError) throw new GatewayError('request.too_large', {}, { cause });
    throw cause;
  }
}
