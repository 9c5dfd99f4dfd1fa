import { objectOf, textOf } from '../../dialects/neutral/json-values.ts';
import type { Adapter } from '../adapter.ts';
import { picturesIn, takeOnePicture, takeStream } from '../pictures.ts';

/** Members of its models that callers may say. */
const OWN = ['negative_prompt', 'seed', 'steps', 'num_steps', 'guidance'];
const SIZE = /^([1-9]\d{0,3})x([1-9]\d{0,3})$/;

/**
 * Some models answer with the picture itself, others with JSON.
 * Source: Cloudflare Workers AI documents, "Models", text-to-image, checked 2026-11.
 */
export const cloudflareImages: Adapter = {
  request(asked) {
    takeStream(asked);
    takeOnePicture(asked);
    asked.takeIf('response_format', 'b64_json');
    const [, width, height] = SIZE.exec(textOf(asked.take('size'))) ?? [];
    const own = OWN.map((name) => [name, asked.take(name)] as const);
    return {
      prompt: asked.take('prompt'),
      ...(width !== undefined && { width: Number(width), height: Number(height) }),
      ...Object.fromEntries(own.filter(([, value]) => value !== undefined)),
    };
  },
  answer({ result }, { nowSeconds }) {
    const picture = textOf(objectOf(result)?.image);
    return picturesIn(picture === '' ? [] : [picture], nowSeconds);
  },
  answerFile: (picture, { nowSeconds }) => picturesIn([picture.toString('base64')], nowSeconds),
};
