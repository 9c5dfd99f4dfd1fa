import { z } from 'zod';
import type { Call } from './call.ts';

/** Shape of a successful answer; members that the call does not declare are removed. */
export function envelopeOf({ output, beside }: Pick<Call, 'output' | 'beside'>) {
  // A call that is polled, such as `GET /api/user/order/status`, reports a state as its `success`.
  const hasOwnSuccess = beside instanceof z.ZodObject && 'success' in beside.shape;
  const envelope = z.object({
    ...(!hasOwnSuccess && { success: z.literal(true) }),
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
  /** The action that `confirmation.required` asks to confirm. */
  action: z.string().optional(),
  /** The proof that `confirmation.required` asks for: `second_factor` or `password`. */
  proof: z.string().optional(),
  /** Values of a form that do not fit. */
  fields: z
    .array(z.object({ field: z.string(), code: z.string(), message: z.string().optional() }))
    .optional(),
});
export type Failure = z.output<typeof failure>;
