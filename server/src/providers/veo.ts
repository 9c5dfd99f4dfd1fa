import { type Json, listOf, objectOf, textOf } from '../dialects/neutral/json-values.ts';
import { invalid } from '../dialects/neutral/members.ts';
import type { TaskMedia } from '../dialects/tasks/task-media.ts';
import { actionOf, type Resolution, type VideoRequest } from '../dialects/videos/video-request.ts';
import { numberOf } from '../platform/json/exact-json.ts';
import { refusedBy } from './task-answers.ts';
import {
  type BegunTask,
  type RefusedTask,
  type TaskLook,
  type TaskPlan,
  UnreadableLook,
  type VendorAnswer,
  type VendorFile,
} from './task-form.ts';
import {
  assertCarries,
  lengthsFrom,
  type OptionalMember,
  ratioOf,
  resolutionOf,
  secondsOf,
  variantOf,
} from './video-members.ts';

const pace = { first: 10, longest: 20, deadline: 3600 };

/** The oldest generation has one resolution, which is not named, and no sound. */
const OLD = /veo-2/;
/** Higher resolutions and references need the longest video. */
const LONGEST = 8;

const bytes = (media: TaskMedia, field: string): Json => {
  // The engine fetches addresses, so none is left.
  if ('url' in media) throw invalid(field, 'invalid_value');
  return { bytesBase64Encoded: media.base64, mimeType: media.type };
};

/**
 * Writes a request for one video.
 * Sources: Gemini API, "Generate videos with Veo 3.1"; Google Cloud, "Veo on Vertex AI video generation API"; checked
 * 2026-11.
 */
function veoPlan(
  asked: VideoRequest,
  {
    upstreamModel,
    carried,
    resolutions,
  }: { upstreamModel: string; carried: readonly OptionalMember[]; resolutions: readonly Resolution[] },
): Omit<TaskPlan, 'request'> & { body: Json } {
  const isOld = OLD.test(upstreamModel);
  assertCarries(asked, [
    ...(['image', 'lastImage', 'size', 'resolution', 'ratio', 'negativePrompt'] as const),
    ...(isOld ? [] : (['references'] as const)),
    ...carried.filter((name) => !(isOld && name === 'sound')),
  ]);
  const { image, lastImage, references, seed, negativePrompt } = asked;
  const seconds = secondsOf(asked, { lengths: isOld ? lengthsFrom(5, LONGEST) : [4, 6, 8], usual: LONGEST });
  const resolution = resolutionOf(asked, isOld ? ['720p'] : resolutions) ?? '720p';
  const ratio = ratioOf(asked, ['16:9', '9:16']) ?? '16:9';
  if ((resolution !== '720p' || references.length > 0) && seconds !== LONGEST)
    throw invalid('seconds', 'invalid_value');
  if (lastImage !== null && image === null) throw invalid('last_image', 'unsupported');
  if (references.length > 3 || (references.length > 0 && image !== null))
    throw invalid('reference_images', 'unsupported');
  const sound = carried.includes('sound') && !isOld ? (asked.sound ?? true) : null;
  return {
    body: {
      instances: [
        {
          prompt: asked.prompt,
          ...(image !== null && { image: bytes(image, 'input_reference') }),
          ...(lastImage !== null && { lastFrame: bytes(lastImage, 'last_image') }),
          ...(references.length > 0 && {
            referenceImages: references.map((one) => ({
              ...{ image: bytes(one, 'reference_images'), referenceType: 'asset' },
            })),
          }),
        },
      ],
      parameters: {
        ...{ aspectRatio: ratio, durationSeconds: seconds, sampleCount: 1 },
        ...(!isOld && { resolution }),
        ...(negativePrompt !== null && { negativePrompt }),
        ...(seed !== null && { seed }),
        ...(sound !== null && { generateAudio: sound }),
      },
    },
    action: actionOf(asked),
    units: [{ kind: 'second', variant: variantOf(resolution, sound === true), count: seconds }],
    asked: { seconds: String(seconds) },
  };
}

const FILTERED = /responsible ai|usage guidelines|safety|prohibited|sensitive|content polic|violat/i;

/** @param isName whether a text is the name of an operation */
const veoBegun =
  (isName: RegExp) =>
  (answer: VendorAnswer): BegunTask | RefusedTask => {
    const upstreamId = textOf(objectOf(answer.json)?.name);
    if (answer.status < 300 && isName.test(upstreamId)) return { upstreamId };
    const refused = refusedBy(answer);
    if (answer.status !== 400) return refused;
    if (/^api key (?:not valid|expired)/i.test(refused.message))
      return { ...refused, refused: 'upstream.key_refused' };
    return FILTERED.test(refused.message) ? { ...refused, refused: 'upstream.content_filter' } : refused;
  };

/**
 * Reads an operation.
 * @param resultOf the part of its response with the results and the counts of filtered ones
 */
function readOperation(
  answer: VendorAnswer,
  { resultOf, filesOf }: { resultOf: (response: Json) => Json; filesOf: (result: Json) => VendorFile[] },
): TaskLook {
  if (answer.status === 404) return { state: 'missing' };
  const operation = objectOf(answer.json) ?? {};
  if (answer.status >= 300 || textOf(operation.name) === '') throw new UnreadableLook(answer);
  if (operation.done !== true) return { state: 'running' };
  const error = objectOf(operation.error);
  if (error !== null) {
    const reason = textOf(error.message);
    return { state: 'failed', reason, ...(FILTERED.test(reason) && { isFiltered: true as const }) };
  }
  const result = resultOf(objectOf(operation.response) ?? {});
  const files = filesOf(result);
  if (files.length > 0) return { state: 'done', files };
  const isFiltered = (numberOf(result.raiMediaFilteredCount) ?? 0) > 0;
  const [reason] = listOf(result.raiMediaFilteredReasons).map(textOf);
  return { state: 'failed', reason: reason ?? '', ...(isFiltered && { isFiltered: true as const }) };
}

export const veo = { pace, plan: veoPlan, begun: veoBegun, read: readOperation };
