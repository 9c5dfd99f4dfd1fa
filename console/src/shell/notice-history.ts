import { z } from 'zod';

/** An announcement that this reader saw, and when for the first time. */
const seenNotice = z.object({ text: z.string(), seenAtSeconds: z.number() });
export type SeenNotice = z.output<typeof seenNotice>;

const MAX_KEPT = 6;

/** Notices that the browser kept, newest first; an unreadable value counts as none. */
export function readNotices(stored: string): SeenNotice[] {
  try {
    return z.array(seenNotice).catch([]).parse(JSON.parse(stored));
  } catch {
    return [];
  }
}

/** With an announcement that is seen now; one that was seen before keeps its time. */
export function withNotice(kept: readonly SeenNotice[], text: string, nowSeconds: number): SeenNotice[] {
  if (kept.some((one) => one.text === text)) return [...kept];
  return [{ text, seenAtSeconds: nowSeconds }, ...kept].slice(0, MAX_KEPT);
}
