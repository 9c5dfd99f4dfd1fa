import type { MediaNotices } from '../media-input.ts';

/** Members of the parts of messages whose length is known; vendors read media in others too, at addresses. */
export const openAiPartMembers: ReadonlySet<string> = new Set([
  ...['type', 'text', 'cache_control', 'annotations', 'logprobs', 'refusal', 'id', 'name'],
  ...['image_url', 'detail', 'input_audio', 'audio_url', 'video_url', 'document_url', 'file'],
  ...['file_data', 'file_id', 'file_url', 'filename'],
]);

const DOCUMENTS = ['video_url', 'file_data', 'file_id', 'file_url', 'document_url'];

/** Members that hold a picture, sound or a file, in OpenAI's dialects and in what vendors added to them. */
export const openAiMedia: MediaNotices = {
  notices: new Set(['image_url', 'input_audio', 'audio_url', ...DOCUMENTS]),
  count: (noticed) => ({
    images: noticed('image_url'),
    inlinedAudios: noticed('input_audio'),
    linkedAudios: noticed('audio_url'),
    documents: DOCUMENTS.reduce((sum, name) => sum + noticed(name), 0),
    inlinedDocuments: noticed('file_data'),
  }),
};
