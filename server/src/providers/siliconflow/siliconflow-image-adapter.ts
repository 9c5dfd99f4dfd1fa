import { listOf, objectOf } from '../../dialects/neutral/json-values.ts';
import type { Adapter } from '../adapter.ts';
import { takeStream } from '../pictures.ts';

const OWN = [
  'negative_prompt',
  'num_inference_steps',
  'guidance_scale',
  'cfg',
  'seed',
  'image',
  'image2',
  'image3',
];

/** Source: SiliconFlow API reference, "Create image". */
export const siliconFlowImageAdapter: Adapter = {
  request(asked, { upstreamModel }) {
    takeStream(asked);
    asked.takeIf('response_format', 'url');
    const own = Object.fromEntries(OWN.map((name) => [name, asked.take(name)]));
    const size = asked.take('size');
    return {
      model: upstreamModel,
      prompt: asked.take('prompt'),
      // The size that the price goes by counts.
      image_size: size === undefined || size === 'auto' ? asked.take('image_size') : size,
      // The number that is held for; the vendor's own name for it would ask for others.
      batch_size: asked.take('n'),
      ...own,
    };
  },

  answer(answer, { nowSeconds }) {
    const data = listOf(answer.images ?? answer.data).flatMap((each) => {
      const url = objectOf(each)?.url;
      return typeof url === 'string' ? [{ url }] : [];
    });
    if (data.length === 0) throw new TypeError('no pictures');
    return { created: nowSeconds, data };
  },
};
