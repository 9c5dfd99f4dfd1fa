import { z } from 'zod';
import type { Call } from './call.ts';

/** What may leave in a successful answer; whatever a call does not declare is cut off. */
export function envelopeOf({ output, beside }: Pick<Call, 'output' | 'beside'>) {
  const envelope = z.object({
    success: z.literal(true),
    message: z.string(),
    ...(output && { data: output }),
  });
  return beside === undefined ? envelope : z.intersection(envelope, beside);
}

/** A failed call. */
export const failure = z.object({
  success: z.literal(false),
  /** The catalogue's sentence, in English; the console shows its own for `code`. */
  message: z.string(),
  /** Code of the error catalogue. */
  code: z.string(),
  request_id: z.string(),
  /** Values of a form that do not fit. */
  fields: z
    .array(z.object({ field: z.string(), code: z.string(), message: z.string().optional() }))
    .optional(),
});
export type Failure = z.output<typeof failure>;
