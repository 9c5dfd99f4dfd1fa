/** Types of files by the ends of their names; of several ends of a type, the usual one is the first. */
export const TYPES_BY_ENDING: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ...{ png: 'image/png', jpg: 'image/jpeg', jpeg: 'image/jpeg', webp: 'image/webp', gif: 'image/gif' },
    ...{ heic: 'image/heic', heif: 'image/heif', pdf: 'application/pdf', mp4: 'video/mp4', mp3: 'audio/mp3' },
    ...{ wav: 'audio/wav', txt: 'text/plain', html: 'text/html', csv: 'text/csv', md: 'text/markdown' },
    ...{ json: 'application/json', xml: 'application/xml', rtf: 'application/rtf', css: 'text/css' },
    ...{ doc: 'application/msword', xls: 'application/vnd.ms-excel', ppt: 'application/vnd.ms-powerpoint' },
    docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  }),
);

const endings = [...TYPES_BY_ENDING];

/** A name for a file that has none: some vendors read the type of a file from its name. */
export function usualFileName(mimeType: string): string {
  const [type = ''] = mimeType.split(';', 1);
  const ending = endings.find(([, known]) => known === type.trim())?.[0];
  return `file.${ending ?? (type.startsWith('text/') ? 'txt' : 'pdf')}`;
}
