import { JsonScanner } from '../platform/json/json-scanner.ts';

/** Pictures, sound and files of a request, as far as they can be known without reading them. */
export interface MediaInput {
  imageCount: number;
  /** Tokens that its sound takes at most. */
  audioTokens: number;
  /** Tokens that its documents and videos take at most. */
  documentTokens: number;
  /** Tokens of its pictures and documents, about and at least. */
  likelyImageTokens: number;
  leastImageTokens: number;
  /** Tokens of its sound, about and at least. */
  likelyAudioTokens: number;
  leastAudioTokens: number;
}

/** How many media of each kind a request holds. */
export interface MediaCounts {
  images: number;
  inlinedAudios: number;
  linkedAudios: number;
  /** Documents and videos. */
  documents: number;
  /** Those of them whose bytes are in the request. */
  inlinedDocuments: number;
}

/** How a dialect's requests hold media: what a scan notices, and what that says. */
export interface MediaNotices {
  notices: ReadonlySet<string>;
  /** Pages that all documents of a request have together at most; left out, `MAX_PAGES` each. */
  maxPages?: number;
  count(noticed: (notice: string) => number): MediaCounts;
}

const NONE: ReadonlySet<string> = new Set();

/** 10 000 patches of 32 pixels at 1.62 tokens (OpenAI), 16 384 at Qwen-VL; Claude's largest picture takes 4 784. */
const MAX_IMAGE_TOKENS = 16_384;
/** 2 833 and 5 667 for each of 8 tiles: this model counts more tokens a picture, at a lower price. */
const MAX_IMAGE_TOKENS_GPT_4O_MINI = 48_169;
/** A square of 1 024 pixels at OpenAI and Claude takes 765 to 1 400, a small one 85 to 258. */
export const LIKELY_IMAGE_TOKENS = 1_000;
const MIN_IMAGE_TOKENS = 85;

/** Gemini; OpenAI counts 10, Mistral 12.5 and at least 30 seconds. */
const MAX_AUDIO_TOKENS_PER_SECOND = 32;
const MIN_AUDIO_TOKENS = 375;
/** Opus at its lowest rate, 6 kbit/s, as base64. */
const MIN_AUDIO_BYTES_PER_SECOND = 1_000;
/** 10 tokens a second of MP3 at 64 kbit/s, of WAV with 24 000 samples of 16 bits, and of WAV in CD quality; as base64. */
const LIKELY_BYTES_PER_AUDIO_TOKEN = { compressed: 1_067, wav: 6_400 };
const MAX_BYTES_PER_AUDIO_TOKEN = 23_520;
/** How a WAV file begins, as base64. */
const WAV_BEGINS = '"UklGR';

/** A dense page at Claude, which takes text and picture of it; at most 100 pages. Gemini counts 560. */
const MAX_PAGE_TOKENS = 2_500;
const MAX_PAGES = 100;
/** A page of a PDF with text, compressed, as base64. */
const MIN_PAGE_BYTES = 1_024;
const LIKELY_DOCUMENT_TOKENS = 2_500;
const MIN_DOCUMENT_TOKENS = 560;
/** Text that looks like a file. */
const MANY_BYTES_A_TOKEN = 8;

/**
 * Tokens of the media in a request, from the number of members that hold them and the inlined bytes. Media at an address
 * count as the largest that vendors accept.
 * Source: OpenAI, "Images and vision"; Anthropic, "Vision" and "PDF support"; Google, "Understand and count tokens"
 * and "Media resolution"; the model card of Qwen2-VL; a recorded answer of Mistral. Not read in the vendor's own guide:
 * OpenAI's numbers for gpt-4o-mini and for 10 000 patches, Claude's 4 784.
 */
export function readMedia(
  scan: JsonScanner,
  { body, schemas, media }: { body: Buffer; schemas: readonly Buffer[]; media: MediaNotices },
): MediaInput | null {
  if (scan.noticed.size === 0 && scan.inlinedFiles === 0) return null;
  const noticed = scan.noticed.size === 0 ? scan.noticed : noticedOutside(schemas, scan.noticed, media);
  const counts = media.count((notice) => Math.max(0, noticed.get(notice) ?? 0));
  const { images, inlinedAudios, linkedAudios, documents } = counts;
  const inlinedBytes = scan.fileBytes;
  const audioBytes = inlinedAudios === 0 ? 0 : inlinedBytes;
  const audioTokens =
    inlinedAudios * MIN_AUDIO_TOKENS +
    Math.ceil((audioBytes / MIN_AUDIO_BYTES_PER_SECOND) * MAX_AUDIO_TOKENS_PER_SECOND) +
    linkedAudios * MAX_PAGES * MAX_PAGE_TOKENS;
  const format = audioBytes > 0 && body.includes(WAV_BEGINS) ? 'wav' : 'compressed';
  const unexplained = images + inlinedAudios + linkedAudios + documents < scan.inlinedFiles;
  return {
    imageCount: images,
    audioTokens,
    documentTokens:
      documentTokens(counts, inlinedBytes, media) +
      // A file that nothing explains as a picture or sound is text that looks like one, of digits at worst.
      (unexplained ? inlinedBytes : 0),
    likelyImageTokens: images * LIKELY_IMAGE_TOKENS + documents * LIKELY_DOCUMENT_TOKENS,
    leastImageTokens:
      images * MIN_IMAGE_TOKENS +
      documents * MIN_DOCUMENT_TOKENS +
      (unexplained ? Math.floor(inlinedBytes / MANY_BYTES_A_TOKEN) : 0),
    likelyAudioTokens: Math.ceil(audioBytes / LIKELY_BYTES_PER_AUDIO_TOKEN[format]),
    leastAudioTokens: Math.ceil(audioBytes / MAX_BYTES_PER_AUDIO_TOKEN),
  };
}

/** Larger schemas are not looked through: that would hold the main loop for more than 5 ms. */
const MAX_SCHEMA_BYTES = 256 * 1024;

/** A tool may have a parameter with the name of a medium, which is none. */
function noticedOutside(
  schemas: readonly Buffer[],
  noticed: ReadonlyMap<string, number>,
  { notices }: MediaNotices,
): ReadonlyMap<string, number> {
  const outside = new Map(noticed);
  for (const schema of schemas) {
    if (schema.length > MAX_SCHEMA_BYTES) continue;
    const scan = new JsonScanner({ members: NONE, notices });
    scan.feed(schema);
    for (const [notice, count] of scan.noticed) outside.set(notice, (outside.get(notice) ?? 0) - count);
  }
  return outside;
}

function documentTokens(
  { documents, inlinedDocuments }: MediaCounts,
  inlinedBytes: number,
  { maxPages }: MediaNotices,
): number {
  const pagesEach = maxPages ?? MAX_PAGES;
  const inlinedPages = Math.min(
    inlinedDocuments * pagesEach,
    inlinedDocuments === 0 ? 0 : inlinedDocuments + Math.ceil(inlinedBytes / MIN_PAGE_BYTES),
  );
  const pages = (documents - inlinedDocuments) * pagesEach + inlinedPages;
  return Math.min(pages, maxPages ?? pages) * MAX_PAGE_TOKENS;
}

/** Tokens that one picture takes at most. */
export const maxImageTokens = (upstreamModel: string): number =>
  upstreamModel.includes('gpt-4o-mini') ? MAX_IMAGE_TOKENS_GPT_4O_MINI : MAX_IMAGE_TOKENS;
