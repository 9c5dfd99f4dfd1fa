import { isShowablePicture } from '../../../ui/text/showable-picture.ts';

/** A picture as an answer carries it. */
export interface PictureData {
  b64_json?: string | null;
  url?: string | null;
}

/** A picture to show: of this page, or at an address of its vendor, which the page must not load. */
export interface Picture {
  /** `blob:` for a picture of this page. */
  address: string;
  blob: Blob | null;
}

/** First bytes of the types that browsers show, in Latin-1. */
const signs: readonly (readonly [string, RegExp])[] = [
  ['image/png', /^\x89PNG/],
  ['image/jpeg', /^\xff\xd8\xff/],
  ['image/gif', /^GIF8/],
  ['image/webp', /^RIFF.{4}WEBP/s],
  ['image/avif', /^.{4}ftypavi/s],
  ['image/svg+xml', /^\s*<(\?xml|svg|!--)/],
];

/** @returns undefined for an entry without a picture */
export function toPicture({ b64_json, url }: PictureData): Picture | undefined {
  const base64 = b64_json || /^data:image\/[\w.+-]+;base64,(.+)$/s.exec(url ?? '')?.[1];
  if (base64) return toBlobPicture(base64);
  if (!url || !(/^https?:/.test(url) || isShowablePicture(url))) return undefined;
  return { address: url, blob: null };
}

function toBlobPicture(base64: string): Picture | undefined {
  let text: string;
  try {
    text = atob(base64);
  } catch {
    return undefined;
  }
  const type = signs.find(([, sign]) => sign.test(text.slice(0, 40)))?.[0] ?? 'image/png';
  const blob = new Blob([Uint8Array.from(text, (character) => character.charCodeAt(0))], { type });
  return { address: URL.createObjectURL(blob), blob };
}

export function releasePicture({ address, blob }: Picture): void {
  if (blob !== null) URL.revokeObjectURL(address);
}

const isDrawing = ({ blob }: Picture): boolean => blob?.type === 'image/svg+xml';

/** A drawing could run script in a page of its own at this site. */
export const canOpen = (picture: Picture): boolean => !isDrawing(picture);

/** Name of a file for a picture. */
export const pictureName = ({ blob }: Picture, number: string): string =>
  `picture-${number}.${/^image\/(\w+)/.exec(blob?.type ?? '')?.[1]?.replace('jpeg', 'jpg') ?? 'png'}`;

/** Whether the browser lets a page copy pictures; it does on https only. */
export const canCopyPictures = (): boolean =>
  typeof ClipboardItem !== 'undefined' && typeof navigator.clipboard?.write === 'function';

/** Copies a picture as PNG, the only type that every browser takes. */
export async function copyPicture(blob: Blob): Promise<void> {
  await navigator.clipboard.write([new ClipboardItem({ 'image/png': toPng(blob) })]);
}

async function toPng(blob: Blob): Promise<Blob> {
  if (blob.type === 'image/png') return blob;
  const bitmap = await createImageBitmap(blob);
  const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0);
  bitmap.close();
  return canvas.convertToBlob({ type: 'image/png' });
}
