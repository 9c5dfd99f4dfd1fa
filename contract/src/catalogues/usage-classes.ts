import type { extraUsageClass } from '../entities/price.ts';

export type UsageClass = (typeof extraUsageClass)[number];

interface UsageClassRule {
  /** The side of a price that the class's ratio multiplies. */
  side: 'input' | 'output';
  /** Ratio where a price names none, a decimal text; an unknown cache price is the full one. */
  fallback: string;
}

/** The price rule of each class of usage. Source: docs/reference/compatibility.md, "Prices". */
export const usageClasses: Readonly<Record<UsageClass, UsageClassRule>> = {
  input_text_tokens: { side: 'input', fallback: '1' },
  cached_tokens: { side: 'input', fallback: '1' },
  cached_read_tokens: { side: 'input', fallback: '1' },
  cached_write_tokens: { side: 'input', fallback: '1.25' },
  cached_write_1h_tokens: { side: 'input', fallback: '2' },
  input_image_tokens: { side: 'input', fallback: '1' },
  input_audio_tokens: { side: 'input', fallback: '40' },
  output_text_tokens: { side: 'output', fallback: '1' },
  reasoning_tokens: { side: 'output', fallback: '1' },
  output_image_tokens: { side: 'output', fallback: '1' },
  output_audio_tokens: { side: 'output', fallback: '40' },
};
