import { listOf, objectOf, textOf } from '../../dialects/neutral/json-values.ts';
import { GatewayError } from '../../platform/gateway-error.ts';
import type { Adapter } from '../adapter.ts';
import { takeStream } from '../pictures.ts';

const OWN = ['seed', 'style', 'prompt_extend', 'watermark'];
const ID = /^[\w-]+$/;
const UNDER_WAY: ReadonlySet<unknown> = new Set(['PENDING', 'RUNNING', 'SUSPENDED']);
const FILTERED = /DataInspectionFailed/;

/**
 * A task, which is asked for until it is finished.
 * Source: Alibaba Cloud Model Studio, "Wan text-to-image API", checked 2026-11.
 */
export const dashScopePictures: Adapter = {
  request(asked, { upstreamModel }) {
    takeStream(asked);
    asked.takeIf('response_format', 'url');
    const size = asked.take('size');
    return {
      model: upstreamModel,
      input: { prompt: asked.take('prompt'), negative_prompt: asked.take('negative_prompt') },
      parameters: {
        size: typeof size === 'string' && size !== 'auto' ? size.replace('x', '*') : undefined,
        n: asked.take('n') ?? 1,
        ...Object.fromEntries(OWN.map((name) => [name, asked.take(name)])),
      },
    };
  },

  unfinished({ output }) {
    const { task_id, task_status } = objectOf(output) ?? {};
    return UNDER_WAY.has(task_status) && ID.test(textOf(task_id)) ? `/api/v1/tasks/${task_id}` : null;
  },

  answer({ output }, { nowSeconds }) {
    const task = objectOf(output);
    const pictures = listOf(task?.results).map(objectOf);
    const data = pictures.flatMap((picture) => (textOf(picture?.url) === '' ? [] : [{ url: picture?.url }]));
    if (data.length > 0) return { created: nowSeconds, data };
    const failed = [task, ...pictures].find((one) => textOf(one?.code) !== '');
    if (failed === undefined) throw new TypeError('no pictures');
    const cause = new Error(`${textOf(failed?.code)} ${textOf(failed?.message)}`);
    throw new GatewayError(
      FILTERED.test(cause.message) ? 'upstream.content_filter' : 'upstream.error',
      {},
      { cause },
    );
  },
};
