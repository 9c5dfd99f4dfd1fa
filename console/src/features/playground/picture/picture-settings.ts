import { z } from 'zod';

export const MAX_COUNT = 4;

export const pictureSettings = z.object({
  model: z.string().optional().catch(undefined),
  size: z.string().catch(''),
  quality: z.string().catch(''),
  count: z.number().int().min(1).max(MAX_COUNT).catch(1),
});

export const sizes = ['1024x1024', '1536x1024', '1024x1536', '1792x1024', '1024x1792', '512x512'] as const;
export const qualities = ['low', 'medium', 'high', 'standard', 'hd'] as const;
