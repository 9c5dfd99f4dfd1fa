/** Files that a form takes. */
export interface UploadRule {
  types: RegExp;
  /** For the file dialog of the browser. */
  accept: string;
  maxMegabytes: number;
}

/** The gateway takes no larger pictures for videos, and vendors none for edits. */
export const pictureUpload: UploadRule = {
  types: /^image\/(png|jpeg|webp)$/,
  accept: 'image/png,image/jpeg,image/webp',
  maxMegabytes: 20,
};

/** Source: OpenAI API reference, "Create transcription". */
export const soundUpload: UploadRule = {
  types: /^(audio\/.+|video\/(mp4|webm|mpeg))$/,
  accept: 'audio/*,video/mp4,video/webm,video/mpeg',
  maxMegabytes: 25,
};

export type UploadFault = 'fileWrongType' | 'fileTooLarge' | 'fileEmpty';

export function uploadFault({ type, size }: File, rule: UploadRule): UploadFault | undefined {
  // A recording states its codec behind the type.
  if (!rule.types.test(type.split(';', 1)[0] ?? '')) return 'fileWrongType';
  if (size === 0) return 'fileEmpty';
  return size > rule.maxMegabytes * 1_000_000 ? 'fileTooLarge' : undefined;
}
