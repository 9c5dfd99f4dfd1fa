import type { Adapter } from '../adapter.ts';
import { takeRatio, takeStream } from '../pictures.ts';

const RATIOS = ['1:1', '3:4', '4:3', '9:16', '16:9', '2:3', '3:2', '1:2', '2:1'];

/** It answers as OpenAI does. Source: xAI docs, "Image generation", checked 2026-11. */
export const xAiImageAdapter: Adapter = {
  request(asked, { upstreamModel }) {
    takeStream(asked);
    return {
      model: upstreamModel,
      prompt: asked.take('prompt'),
      n: asked.take('n'),
      response_format: asked.take('response_format'),
      aspect_ratio: takeRatio(asked, RATIOS),
      resolution: asked.take('resolution'),
      user: asked.take('user'),
    };
  },
};
