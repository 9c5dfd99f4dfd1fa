import type { Adapter } from '../adapter.ts';
import { takeStream } from '../pictures.ts';

const OWN = [
  ...['steps', 'seed', 'negative_prompt', 'guidance_scale', 'image_url', 'image_loras', 'output_format'],
  ...['disable_safety_checker', 'reference_images'],
];
const SIZE = /^(\d{1,5})x(\d{1,5})$/;

/** It answers as OpenAI does. Source: Together AI API reference, "Create image". */
export const togetherImageAdapter: Adapter = {
  request(asked, { upstreamModel }) {
    takeStream(asked);
    const [, width, height] = SIZE.exec(String(asked.take('size'))) ?? [];
    const format = asked.take('response_format');
    const own = Object.fromEntries(OWN.map((name) => [name, asked.take(name)]));
    return {
      model: upstreamModel,
      prompt: asked.take('prompt'),
      n: asked.take('n'),
      // The size that the price goes by counts.
      width: width === undefined ? asked.take('width') : Number(width),
      height: height === undefined ? asked.take('height') : Number(height),
      response_format: format === 'b64_json' ? 'base64' : format,
      ...own,
    };
  },
};
