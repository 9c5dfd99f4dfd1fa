import type { ShownTask } from './task-api.ts';

/** A song as Suno's vendors describe it. Addresses are of this site. */
export interface Song {
  id: string;
  title: string;
  prompt: string;
  tags: string;
  lyrics: string;
  imageUrl: string;
  audioUrl: string;
  videoUrl: string;
  raw: string;
}

type Json = Record<string, unknown>;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const textOf = (...values: unknown[]): string => {
  const found = values.find((value) => typeof value === 'string' && value !== '');
  return typeof found === 'string' ? found : '';
};

/** Addresses of this site only: others would be blocked, and would show the reader to the vendor. */
const ownAddress = (...values: unknown[]): string => {
  const address = textOf(...values);
  return address.startsWith('/') && !address.startsWith('//') ? address : '';
};

/** Vendors put the list into other objects. */
const MAX_DEPTH = 4;

function findSongs(value: unknown, depth: number): Json[] {
  if (Array.isArray(value))
    return value.filter((one) => isObject(one) && ('audio_url' in one || 'audioUrl' in one));
  if (!isObject(value) || depth === 0) return [];
  return (
    Object.values(value)
      .map((inner) => findSongs(inner, depth - 1))
      .find((songs) => songs.length > 0) ?? []
  );
}

/** The songs in a vendor's answer; none for other tasks. */
export function songsOf({ action, data }: Pick<ShownTask, 'action' | 'data'>): Song[] {
  if (action !== 'MUSIC') return [];
  return findSongs(data, MAX_DEPTH).map((song) => {
    const metadata = isObject(song.metadata) ? song.metadata : {};
    return {
      id: textOf(song.id),
      title: textOf(song.title),
      prompt: textOf(
        metadata.gpt_description_prompt,
        song.gpt_description_prompt,
        metadata.prompt,
        song.prompt,
      ),
      tags: textOf(metadata.tags, song.tags),
      lyrics: textOf(metadata.prompt, song.prompt, song.text),
      imageUrl: ownAddress(song.image_large_url, song.image_url, song.imageUrl),
      audioUrl: ownAddress(song.audio_url, song.audioUrl),
      videoUrl: ownAddress(song.video_url, song.videoUrl),
      raw: JSON.stringify(song, null, 2),
    };
  });
}
