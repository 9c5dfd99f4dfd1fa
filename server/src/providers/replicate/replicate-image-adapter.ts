import { type Json, textOf } from '../../dialects/neutral/json-values.ts';
import { GatewayError } from '../../platform/gateway-error.ts';
import type { Adapter, AskedMembers } from '../adapter.ts';
import { takeRatio, takeStream } from '../pictures.ts';

const RATIOS = ['1:1', '16:9', '9:16', '3:2', '2:3', '4:3', '3:4', '4:5', '5:4', '21:9', '9:21'];
/** OpenAI's members that are no input of its models. */
const NO_INPUT: ReadonlySet<string> = new Set([
  ...['response_format', 'quality', 'style', 'user', 'background', 'moderation', 'output_compression'],
  ...['partial_images'],
]);
const ID = /^\w+$/;
const FILTERED = /nsfw|sensitive|flagged|content policy|safety/i;
const INLINE = /^data:image\/[\w.+-]+;base64,/;

/**
 * A prediction that is waited for, and asked for again where that was not long enough. Its models take different members in
 * addition to a prompt, so all others are passed on.
 * Source: Replicate HTTP API reference, "Create a prediction using an official model".
 */
export const replicateImageAdapter: Adapter = {
  request(asked) {
    takeStream(asked);
    asked.takeIf('response_format', 'url');
    const count = asked.take('n') ?? 1;
    const aspect_ratio = takeRatio(asked, RATIOS);
    return {
      input: {
        prompt: asked.take('prompt'),
        ...(aspect_ratio !== undefined && { aspect_ratio }),
        ...(count !== 1 && { num_outputs: count }),
        ...takeInputs(asked),
      },
    };
  },

  unfinished({ id, status, output }) {
    const isUnderWay = status === 'starting' || status === 'processing';
    // An output may be complete before its status says so.
    const hasOutput = [output].flat().some((each) => typeof each === 'string');
    return isUnderWay && !hasOutput && ID.test(textOf(id)) ? `/v1/predictions/${id}` : null;
  },

  answer(answer, { nowSeconds }) {
    const { status, output, error } = answer;
    if (status === 'failed' || status === 'canceled' || status === 'aborted') {
      const cause = new Error(textOf(error) || String(status));
      throw new GatewayError(
        FILTERED.test(cause.message) ? 'upstream.content_filter' : 'upstream.error',
        {},
        { cause },
      );
    }
    const pictures = [output].flat().filter((each) => typeof each === 'string');
    if (pictures.length === 0 && (status === 'starting' || status === 'processing'))
      throw new GatewayError('upstream.timeout');
    if (pictures.length === 0) throw new TypeError('no pictures');
    return { created: nowSeconds, data: pictures.map(pictureOf) };
  },
};

function takeInputs(asked: AskedMembers): Json {
  const names = asked.left.filter((name) => !NO_INPUT.has(name));
  return Object.fromEntries(names.map((name) => [name, asked.take(name)]));
}

const pictureOf = (output: string): Json =>
  INLINE.test(output) ? { b64_json: output.replace(INLINE, '') } : { url: output };
