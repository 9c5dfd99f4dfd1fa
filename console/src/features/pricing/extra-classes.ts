import { extraUsageClass } from '@turnpike/contract';

export type ExtraClass = (typeof extraUsageClass)[number];

/** Classes that multiply the output ratio; the others multiply the input's. Source: domain, section 2.2. */
const outputClasses: ReadonlySet<ExtraClass> = new Set([
  'output_audio_tokens',
  'output_image_tokens',
  'output_text_tokens',
  'reasoning_tokens',
]);

export const isOutputClass = (name: ExtraClass): boolean => outputClasses.has(name);

export { extraUsageClass as extraClasses };
