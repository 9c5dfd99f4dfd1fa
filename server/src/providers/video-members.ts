import { invalid } from '../dialects/neutral/members.ts';
import { type Ratio, type Resolution, ratios, type VideoRequest } from '../dialects/videos/video-request.ts';

/** Members of a video that not every vendor can carry, with the name that callers know each by. */
const optional = {
  size: 'size',
  resolution: 'resolution',
  ratio: 'aspect_ratio',
  image: 'input_reference',
  lastImage: 'last_image',
  references: 'reference_images',
  video: 'video',
  sound: 'generate_audio',
  negativePrompt: 'negative_prompt',
  seed: 'seed',
  mode: 'mode',
  remixed: 'remix',
} as const satisfies Partial<Record<keyof VideoRequest, string>>;
export type OptionalMember = keyof typeof optional;

/**
 * Refuses what the vendor cannot carry, so that nothing is left out in silence.
 * @param carried members that the vendor's request has a place for
 * @throws request.invalid
 */
export function assertCarries(asked: VideoRequest, carried: readonly OptionalMember[]): void {
  for (const name of Object.keys(optional) as OptionalMember[]) {
    // A stored request of an earlier version lacks newer members.
    const value = asked[name] ?? null;
    const isGiven = value !== null && !(Array.isArray(value) && value.length === 0);
    if (isGiven && !carried.includes(name)) throw invalid(optional[name], 'unsupported');
  }
}

/** Sizes of vendors differ by so much from the shape that they are named by, such as 864x496. */
const TOLERANCE = 0.03;

/** Shapes that most vendors make. */
export const usualRatios = ['16:9', '4:3', '1:1', '3:4', '9:16', '21:9'] as const satisfies readonly Ratio[];

/**
 * The shape of the picture: as it is asked for, or that of the size.
 * @param offered by the vendor
 * @throws request.invalid for a shape that the vendor does not make, a size of no usual shape, or of another one than is
 *   asked for
 */
export function ratioOf({ ratio, size }: VideoRequest, offered: readonly Ratio[] = ratios): Ratio | null {
  const found = size === null ? ratio : shapeOf(size);
  if (found === undefined || (ratio !== null && ratio !== found)) throw invalid('size', 'invalid_value');
  if (found !== null && !offered.includes(found))
    throw invalid(ratio === null ? 'size' : 'aspect_ratio', 'invalid_value');
  return found;
}

const shapeOf = ({ width, height }: NonNullable<VideoRequest['size']>): Ratio | undefined =>
  ratios.find((name) => {
    const [x = 1, y = 1] = name.split(':').map(Number);
    return Math.abs(width / height - x / y) < TOLERANCE * (x / y);
  });

/** Heights of the shorter side. */
const heights: readonly (readonly [number, Resolution])[] = [
  [360, '360p'],
  [480, '480p'],
  [496, '480p'],
  [512, '512p'],
  [540, '540p'],
  [720, '720p'],
  [768, '768p'],
  [1080, '1080p'],
  [1440, '2k'],
  [2160, '4k'],
];

/**
 * The resolution: as it is asked for, or that of the size; null where neither is given.
 * @param offered by the vendor for the model
 * @throws request.invalid for one that the vendor does not make, or a size of another one
 */
export function resolutionOf(
  { resolution, size }: VideoRequest,
  offered: readonly Resolution[],
): Resolution | null {
  const shorter = size === null ? 0 : Math.min(size.width, size.height);
  const named = heights.find(([height]) => height === shorter)?.[1] ?? null;
  if (resolution !== null && named !== null && named !== resolution) throw invalid('size', 'invalid_value');
  const found = resolution ?? named;
  if (found === null && size === null) return null;
  if (found === null || !offered.includes(found))
    throw invalid(resolution === null ? 'size' : 'resolution', 'invalid_value');
  return found;
}

/**
 * A length that the vendor makes.
 * @throws request.invalid for another one
 */
export function secondsOf(
  { seconds }: VideoRequest,
  { lengths, usual }: { lengths: readonly number[]; usual: number },
): number {
  if (seconds !== null && !lengths.includes(seconds)) throw invalid('seconds', 'invalid_value');
  return seconds ?? usual;
}

/** Whole seconds between two bounds. */
export const lengthsFrom = (first: number, last: number): number[] =>
  Array.from({ length: last - first + 1 }, (_, at) => first + at);

/** Variant of a price: `720p`, `pro sound`. A price may also name the first word alone. */
export const variantOf = (step: string, hasSound: boolean): string => `${step}${hasSound ? ' sound' : ''}`;
