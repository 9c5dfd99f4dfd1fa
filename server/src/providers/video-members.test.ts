import { describe, expect, it } from 'vitest';
import type { VideoRequest } from '../dialects/videos/video-request.ts';
import { assertCarries, ratioOf, resolutionOf, usualRatios } from './video-members.ts';

const nothing: VideoRequest = {
  ...{ model: 'm', prompt: 'A cat', seconds: null, size: null, resolution: null, ratio: null },
  ...{ image: null, lastImage: null, references: [], video: null, sound: null, negativePrompt: null },
  ...{ seed: null, mode: null, remixed: null },
};
const size = (width: number, height: number): Pick<VideoRequest, 'size'> => ({ size: { width, height } });

describe('the shape of a video', () => {
  it.each<[Partial<VideoRequest>, string | null]>([
    [{}, null],
    [{ ratio: '9:16' }, '9:16'],
    [size(1280, 720), '16:9'],
    [size(864, 496), '16:9'],
    [size(1104, 832), '4:3'],
    [size(1584, 672), '21:9'],
    [size(720, 480), '3:2'],
    [{ ...size(720, 1280), ratio: '9:16' }, '9:16'],
  ])('of %j is %s', (members, ratio) => {
    expect(ratioOf({ ...nothing, ...members })).toBe(ratio);
  });

  it.each<Partial<VideoRequest>>([
    { ...size(1280, 720), ratio: '9:16' },
    size(1000, 333),
    size(720, 480),
    { ratio: '9:21' },
  ])('of %j is refused', (members) => {
    expect(() => ratioOf({ ...nothing, ...members }, usualRatios)).toThrow();
  });
});

describe('the resolution of a video', () => {
  const offered = ['480p', '720p', '1080p'] as const;

  it.each<[Partial<VideoRequest>, string | null]>([
    [{}, null],
    [{ resolution: '720p' }, '720p'],
    [size(1920, 1080), '1080p'],
    [size(1080, 1920), '1080p'],
    [size(864, 496), '480p'],
    [{ ...size(1112, 834), resolution: '720p' }, '720p'],
  ])('of %j is %s', (members, resolution) => {
    expect(resolutionOf({ ...nothing, ...members }, offered)).toBe(resolution);
  });

  it.each<Partial<VideoRequest>>([
    { resolution: '4k' },
    size(3840, 2160),
    size(1112, 834),
    { ...size(1920, 1080), resolution: '480p' },
  ])('of %j is refused', (members) => {
    expect(() => resolutionOf({ ...nothing, ...members }, offered)).toThrow();
  });
});

it('members that a vendor cannot carry are refused, and older requests may lack some', () => {
  expect(() => assertCarries({ ...nothing, seed: 0 }, [])).toThrow();
  expect(() => assertCarries({ ...nothing, sound: false }, ['seed'])).toThrow();
  expect(() => assertCarries({ ...nothing, remixed: 'task_1' }, ['seed'])).toThrow();
  const { remixed: _, ...older } = nothing;
  expect(() => assertCarries({ ...older, seed: 0 } as VideoRequest, ['seed'])).not.toThrow();
});
