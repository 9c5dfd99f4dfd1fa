import { fieldError } from '../platform/gateway-error.ts';
import type { AskedMembers } from './adapter.ts';

/** The vendor's shape that is nearest to OpenAI's `size`; undefined if the request has none. */
export function nearestRatio(size: unknown, ratios: readonly string[]): string | undefined {
  const [, width, height] = SIZE.exec(String(size)) ?? [];
  if (width === undefined) return undefined;
  const asked = Math.log(Number(width) / Number(height));
  const distance = (ratio: string): number => Math.abs(asked - logOf(ratio));
  return ratios.reduce((best, ratio) => (distance(ratio) < distance(best) ? ratio : best));
}

const SIZE = /^([1-9]\d{0,4})[x*]([1-9]\d{0,4})$/;

function logOf(ratio: string): number {
  const [width, height] = ratio.split(':');
  return Math.log(Number(width) / Number(height));
}

/** The shape that a caller asks for, by the vendor's own member or by OpenAI's. */
export function takeRatio(asked: AskedMembers, ratios: readonly string[]): unknown {
  const size = asked.take('size');
  return asked.take('aspect_ratio') ?? nearestRatio(size, ratios);
}

/** @throws request.invalid where the vendor makes one picture a call and more are asked for */
export function takeOnePicture(asked: AskedMembers): void {
  if ((asked.take('n') ?? 1) !== 1) throw fieldError('n', 'unsupported');
}

/** Takes the members of a stream: a whole answer is sent as a stream, without partial pictures. */
export function takeStream(asked: AskedMembers): void {
  asked.take('stream');
  asked.takeIf('partial_images', 0);
}

/** Pictures of vendors that send them in the answer, as OpenAI answers. */
export function picturesIn(pictures: readonly string[], nowSeconds: number) {
  if (pictures.length === 0) throw new TypeError('no pictures');
  return { created: nowSeconds, data: pictures.map((b64_json) => ({ b64_json })) };
}
