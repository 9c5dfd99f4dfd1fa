import { z } from 'zod';

/** Aspect ratios have a colon, sizes an `x`; vendors derive one from the other. */
export const ratios = ['16:9', '9:16', '1:1', '4:3', '3:4', '21:9'] as const;
export const sizes = ['1280x720', '720x1280', '1920x1080', '1080x1920', '1024x1024'] as const;
export const lengths = [3, 4, 5, 6, 8, 10, 12, 15, 20] as const;
/** Quality steps of vendors. */
export const modes = ['std', 'pro'] as const;

export const videoSettings = z.object({
  model: z.string().optional().catch(undefined),
  shape: z.string().catch(''),
  /** 0: the vendor's usual length. */
  seconds: z.number().int().min(0).max(60).catch(0),
  mode: z.string().catch(''),
});
