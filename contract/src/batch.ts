import { z } from 'zod';

/** Rows that one call may change. */
export const MAX_BATCH = 100;

/** Numbers of the rows that a call changes. */
export const batchIds = z
  .array(z.number().int().min(1))
  .min(1)
  .max(MAX_BATCH)
  .describe('Numbers of the entries; one that cannot be changed does not keep the others back');

/** The result per row. A failed row does not affect the others. */
export const batchResult = z.object({
  done: z.array(z.number().int()),
  failed: z.array(z.object({ id: z.number().int(), code: z.string() })),
});
export type BatchResult = z.output<typeof batchResult>;
