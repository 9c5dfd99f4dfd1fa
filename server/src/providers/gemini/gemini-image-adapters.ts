import { type Json, listOf, objectOf, textOf } from '../../dialects/neutral/json-values.ts';
import { GatewayError } from '../../platform/gateway-error.ts';
import type { Adapter } from '../adapter.ts';
import { picturesIn, takeOnePicture, takeRatio, takeStream } from '../pictures.ts';

const IMAGEN_RATIOS = ['1:1', '3:4', '4:3', '9:16', '16:9'];
const GEMINI_RATIOS = [...IMAGEN_RATIOS, '2:3', '3:2', '4:5', '5:4', '21:9'];

/** Imagen's `predict`. Source: Gemini API, "Generate images using Imagen", checked 2026-11. */
export const imagenAdapter: Adapter = {
  request(asked) {
    takeStream(asked);
    asked.takeIf('response_format', 'b64_json');
    const parameters = { sampleCount: asked.take('n') ?? 1, aspectRatio: takeRatio(asked, IMAGEN_RATIOS) };
    return { instances: [{ prompt: asked.take('prompt') }], parameters };
  },

  answer(answer, { nowSeconds }) {
    const pictures = listOf(answer.predictions).map((each) => textOf(objectOf(each)?.bytesBase64Encoded));
    const shown = pictures.filter((picture) => picture !== '');
    // Google's filters remove pictures without a trace.
    if (shown.length === 0) throw new GatewayError('upstream.content_filter');
    return picturesIn(shown, nowSeconds);
  },
};

/**
 * Gemini's models of pictures make them in a conversation.
 * Source: Gemini API, "Image generation" and reference, "Generating content" (`FinishReason`), checked 2026-11.
 */
export const geminiImageAdapter: Adapter = {
  request(asked) {
    takeStream(asked);
    takeOnePicture(asked);
    asked.takeIf('response_format', 'b64_json');
    const aspectRatio = takeRatio(asked, GEMINI_RATIOS);
    return {
      contents: [{ role: 'user', parts: [{ text: asked.take('prompt') }] }],
      generationConfig: {
        responseModalities: ['TEXT', 'IMAGE'],
        ...(aspectRatio !== undefined && { imageConfig: { aspectRatio } }),
      },
    };
  },

  answer(answer, { nowSeconds }) {
    const candidates = listOf(answer.candidates).map((each) => objectOf(each) ?? {});
    const pictures = candidates.flatMap(picturesOf);
    if (pictures.length === 0 && isFiltered(answer, candidates))
      throw new GatewayError('upstream.content_filter');
    const usage = usageOf(objectOf(answer.usageMetadata));
    return { ...picturesIn(pictures, nowSeconds), ...(usage !== null && { usage }) };
  },
};

/** Without sketches of its thinking. */
function picturesOf({ content }: Json): string[] {
  return listOf(objectOf(content)?.parts).flatMap((part) => {
    const { inlineData, thought } = objectOf(part) ?? {};
    const data = thought === true ? '' : textOf(objectOf(inlineData)?.data);
    return data === '' ? [] : [data];
  });
}

const FILTERED = /SAFETY|PROHIBITED|BLOCKLIST|RECITATION|SPII/;

const isFiltered = ({ promptFeedback }: Json, candidates: readonly Json[]): boolean =>
  objectOf(promptFeedback)?.blockReason !== undefined ||
  candidates.some(({ finishReason }) => FILTERED.test(textOf(finishReason)));

function usageOf(counts: Json | null): Json | null {
  if (counts === null) return null;
  const input_tokens = Number(counts.promptTokenCount ?? 0);
  const output_tokens = Number(counts.candidatesTokenCount ?? 0) + Number(counts.thoughtsTokenCount ?? 0);
  return { input_tokens, output_tokens, total_tokens: input_tokens + output_tokens };
}
