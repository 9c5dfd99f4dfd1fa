import type { MediaPart } from './neutral/conversation.ts';

/** A picture, file or sound that a request names by an address. */
export interface LinkedMedia {
  media: MediaPart['media'];
  /** May be a token of `LongTexts`. */
  url: string;
  /** As the request says it; empty where it does not. */
  mimeType: string;
  /** Member that a refusal names; absent: `messages.content`. */
  field?: string;
  /** Puts the bytes in the place of the address. */
  inline(fetched: FetchedMedia): void;
}

export interface FetchedMedia {
  mimeType: string;
  /** Name of the file, from its address; may be empty. */
  name: string;
  /** Base64. */
  data: string;
}

/** @param tree a parsed request, which `inline` changes */
export type FindLinkedMedia = (tree: unknown) => LinkedMedia[];
