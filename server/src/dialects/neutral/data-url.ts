import type { LongTexts } from '../../platform/json/long-texts.ts';

const DATA_URL = /^\s*data:([\w.+-]+\/[\w.+-]+)?(?:;[\w.+-]+=(?:"[^"]*"|[^;,"]*))*;base64,/i;
const MAX_HEAD = 200;

/** The type and the bytes of a `data:` address as base64; null where it is another address. */
export function splitDataUrl(url: string, texts: LongTexts): { mimeType: string; data: string } | null {
  const match = DATA_URL.exec(texts.head(url, MAX_HEAD));
  if (match === null) return null;
  return { mimeType: (match[1] ?? '').toLowerCase(), data: texts.withoutHead(url, match[0].length) };
}

/** Without parameters of the type, such as `charset`: some vendors refuse them. */
export const dataUrl = (mimeType: string, data: string): string =>
  `data:${mimeType.split(';', 1)[0]?.trim() || 'application/octet-stream'};base64,${data}`;
