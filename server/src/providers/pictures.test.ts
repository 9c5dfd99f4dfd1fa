import { expect, it } from 'vitest';
import { AskedMembers } from './adapter.ts';
import { nearestRatio, takeOnePicture, takeRatio } from './pictures.ts';

const RATIOS = ['1:1', '16:9', '9:16', '3:2', '2:3'];

it.each([
  ['1024x1024', '1:1'],
  ['1792x1024', '16:9'],
  ['1024x1792', '9:16'],
  ['1536x1024', '3:2'],
  ['1024*1536', '2:3'],
  ['auto', undefined],
  ['0x5', undefined],
  [undefined, undefined],
])('%s is nearest to %s', (size, ratio) => {
  expect(nearestRatio(size, RATIOS)).toBe(ratio);
});

it('the vendor’s own word comes first', () => {
  const asked = new AskedMembers({ size: '1024x1024', aspect_ratio: '21:9' });
  expect(takeRatio(asked, RATIOS)).toBe('21:9');
  expect(asked.left).toEqual([]);
});

it('several pictures are refused where a call makes one', () => {
  takeOnePicture(new AskedMembers({}));
  takeOnePicture(new AskedMembers({ n: 1 }));
  expect(() => takeOnePicture(new AskedMembers({ n: 2 }))).toThrow(
    expect.objectContaining({ code: 'request.invalid', fields: [{ field: 'n', code: 'unsupported' }] }),
  );
});
