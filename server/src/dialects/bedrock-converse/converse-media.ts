import type { RequestTarget } from '../conversation-format.ts';
import type { MediaPart } from '../neutral/conversation.ts';
import { invalid } from '../neutral/members.ts';

interface Kind {
  block: 'image' | 'document' | 'video' | 'audio';
  format: string;
}

/** Source: Amazon Bedrock API reference, "ImageBlock", "DocumentBlock", "VideoBlock" and "AudioBlock". */
const KINDS: ReadonlyMap<string, Kind> = new Map(
  Object.entries({
    'image/png': { block: 'image', format: 'png' },
    'image/jpeg': { block: 'image', format: 'jpeg' },
    'image/jpg': { block: 'image', format: 'jpeg' },
    'image/gif': { block: 'image', format: 'gif' },
    'image/webp': { block: 'image', format: 'webp' },
    'application/pdf': { block: 'document', format: 'pdf' },
    'text/csv': { block: 'document', format: 'csv' },
    'text/html': { block: 'document', format: 'html' },
    'text/plain': { block: 'document', format: 'txt' },
    'text/markdown': { block: 'document', format: 'md' },
    'application/msword': { block: 'document', format: 'doc' },
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document': {
      block: 'document',
      format: 'docx',
    },
    'application/vnd.ms-excel': { block: 'document', format: 'xls' },
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': {
      block: 'document',
      format: 'xlsx',
    },
    'video/mp4': { block: 'video', format: 'mp4' },
    'video/quicktime': { block: 'video', format: 'mov' },
    'video/webm': { block: 'video', format: 'webm' },
    'video/x-matroska': { block: 'video', format: 'mkv' },
    'audio/wav': { block: 'audio', format: 'wav' },
    'audio/mp3': { block: 'audio', format: 'mp3' },
    'audio/mpeg': { block: 'audio', format: 'mp3' },
    'audio/ogg': { block: 'audio', format: 'ogg' },
    'audio/flac': { block: 'audio', format: 'flac' },
  }),
);

const USUAL_TYPES: Readonly<Record<MediaPart['media'], string>> = {
  ...{ image: 'image/png', file: 'application/pdf', video: 'video/mp4', audio: 'audio/wav' },
};

/** @throws request.invalid for what is not in the request itself or in a bucket of Amazon's, and for unknown formats */
export function writeConverseMedia(part: MediaPart, { report }: RequestTarget): object {
  const { media, mimeType, name, source, detail } = part;
  if (detail !== '' && detail !== 'auto') report.note('dropped', 'image_url.detail');
  if (source.kind === 'text') return { text: source.text };
  const kind = KINDS.get(mimeType.split(';', 1)[0] || USUAL_TYPES[media]);
  if (kind === undefined) throw invalid('messages.content', `unsupported_${media}`);
  const { block, format } = kind;
  const title = block === 'document' ? { name: documentName(name) } : {};
  return { [block]: { format, ...title, source: sourceOf(part) } };
}

function sourceOf({ media, source }: MediaPart): object {
  if (source.kind === 'bytes') return { bytes: source.data };
  if (source.kind === 'url' && source.url.startsWith('s3://')) return { s3Location: { uri: source.url } };
  throw invalid('messages.content', `unsupported_${media}_${source.kind === 'id' ? 'file_id' : 'url'}`);
}

/** Letters, digits, single blanks, hyphens and brackets; a document must have a name. */
const documentName = (name: string): string =>
  name
    .replace(/[^A-Za-z0-9 \-()[\]]+/g, ' ')
    .replace(/ +/g, ' ')
    .trim()
    .slice(0, 200) || 'document';
