import { noUsage, type Usage } from '../../billing/usage.ts';
import { UsageReading } from '../../billing/usage-reading.ts';
import type { AnswerFacts, NoticedCount } from '../dialect.ts';

/** The variant of a picture's price, as price lists write it: `1024x1024 high`. */
export function variantOf(size: unknown, quality: unknown): string {
  const name = nameOf(size).replace('*', 'x');
  return [SIZE.test(name) ? name : '', nameOf(quality)].filter((part) => part !== '').join(' ');
}

const SIZE = /^\d{1,5}x\d{1,5}$/;
const NAME = /^[\w*.-]{1,32}$/;

/** Empty for what the vendor is to choose. */
export const nameOf = (value: unknown): string =>
  typeof value === 'string' && NAME.test(value) && value !== 'auto' ? value : '';

/** An answer with pictures in it; those that only an address names count as the others. */
export function readImages(
  member: (name: string) => unknown,
  _body: () => Buffer,
  noticed?: NoticedCount,
): AnswerFacts {
  const data = member('data');
  // A long answer is not parsed. A picture has one of the two.
  const count = noticed === undefined ? lengthOf(data) : Math.max(noticed('b64_json'), noticed('url'));
  return {
    usage: readImageUsage(member('usage')),
    text: () => '',
    media: () => ({ audioBytes: 0, imageCount: count }),
    units: [{ kind: 'image', variant: variantOf(member('size'), member('quality')), count }],
  };
}

const lengthOf = (value: unknown): number => (Array.isArray(value) ? value.length : 0);

/**
 * Tokens of pictures as disjoint buckets.
 * @returns null where the vendor counts none
 * Source: OpenAI API reference, "The image generation response".
 */
export function readImageUsage(value: unknown): Usage | null {
  if (value === null || typeof value !== 'object') return null;
  const { input_tokens, output_tokens, input_tokens_details } = value as Record<string, unknown>;
  const reading = new UsageReading();
  const input = reading.input(input_tokens);
  const output = reading.output(output_tokens);
  if (input === 0 && output === 0 && reading.flags.length === 0) return null;
  const details = (input_tokens_details ?? {}) as Record<string, unknown>;
  const take = reading.takerFrom(input);
  const imageInput = take(reading.detail(details.image_tokens));
  return {
    ...noUsage(),
    imageInput,
    textInput: input - imageInput,
    imageOutput: output,
    flags: reading.flags,
  };
}
