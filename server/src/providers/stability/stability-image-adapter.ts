import { type Json, textOf } from '../../dialects/neutral/json-values.ts';
import { GatewayError } from '../../platform/gateway-error.ts';
import type { Adapter } from '../adapter.ts';
import { picturesIn, takeOnePicture, takeRatio, takeStream } from '../pictures.ts';

const RATIOS = ['1:1', '16:9', '21:9', '2:3', '3:2', '4:5', '5:4', '9:16', '9:21'];
/** Members of its own that callers may say. */
const OWN = ['negative_prompt', 'seed', 'style_preset', 'cfg_scale', 'output_format'];

/** Source: Stability AI REST API reference (v2beta), "Generate". */
export const stabilityImageAdapter: Adapter = {
  sendsForm: true,

  path: (_asked, { upstreamModel }) => `/v2beta/stable-image/generate/${serviceOf(upstreamModel)}`,

  request(asked, { upstreamModel }) {
    takeStream(asked);
    takeOnePicture(asked);
    asked.takeIf('response_format', 'b64_json');
    const fields: Json = { prompt: asked.take('prompt') };
    if (serviceOf(upstreamModel) === 'sd3') fields.model = upstreamModel;
    const ratio = takeRatio(asked, RATIOS);
    if (ratio !== undefined) fields.aspect_ratio = ratio;
    for (const name of OWN) {
      const value = asked.take(name);
      if (typeof value === 'string' || typeof value === 'number') fields[name] = value;
    }
    return fields;
  },

  answer(answer, { nowSeconds }) {
    if (answer.finish_reason === 'CONTENT_FILTERED') throw new GatewayError('upstream.content_filter');
    const picture = textOf(answer.image);
    return picturesIn(picture === '' ? [] : [picture], nowSeconds);
  },
};

/** Two services are models of their own, the third has several. */
function serviceOf(model: string): 'core' | 'ultra' | 'sd3' {
  if (model === 'stable-image-core') return 'core';
  return model === 'stable-image-ultra' ? 'ultra' : 'sd3';
}
