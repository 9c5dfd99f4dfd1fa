import { textOf } from '../dialects/neutral/json-values.ts';
import { CLIP_FILES, type SunoClip } from '../dialects/suno/suno-object.ts';
import type { VendorFile } from './task-form.ts';

/** Results of songs: their sounds, films and covers, each address once. */
export function filesOfClips(clips: readonly SunoClip[]): VendorFile[] {
  const kinds = Object.entries(CLIP_FILES) as [keyof typeof CLIP_FILES, VendorFile['kind']][];
  const found = clips.flatMap((clip) => kinds.map(([name, kind]) => ({ kind, url: textOf(clip[name]) })));
  const seen = new Set<string>(['']);
  return found.filter(({ url }) => !seen.has(url) && seen.add(url));
}
