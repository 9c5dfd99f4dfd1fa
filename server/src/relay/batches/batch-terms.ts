import type { WorkTerms } from '../call/work-terms.ts';

export const MAX_BATCH_BYTES = 2 ** 20;
/** Results that the vendor has not delivered by then are not charged; its files are gone. */
export const GIVE_UP_SECONDS = 30 * 86_400;

/** Payers and price of a batch at its start; stored with it as JSON. */
export interface BatchTerms extends WorkTerms {
  /** Path of the API that its lines call, such as `/v1/chat/completions`. */
  endpoint: string;
  /** Input file, to find the batch at the vendor if the answer was lost; absent in rows of older versions. */
  inputFileId?: string;
  /** Number of requests in its input file. */
  requests: number;
  /** Approximate input of one request, used if the vendor does not report it. */
  likelyInput: number;
}

/** A stored batch. */
export interface KeptBatch {
  id: number;
  userId: number;
  /** The vendor's id; until it is known, a placeholder that `isUnnamed` detects. */
  name: string;
  channelId: number;
  keyId: number;
  createdAt: number;
  dueAt: number;
  looks: number;
  /** Points set aside for it. */
  held: number;
  terms: BatchTerms;
  isSettled: boolean;
}

const UNNAMED = 'unnamed:';

/** Vendor ids never contain a colon. */
export const unnamedBatch = (requestId: string): string => UNNAMED + requestId;
export const isUnnamed = ({ name }: Pick<KeptBatch, 'name'>): boolean => name.startsWith(UNNAMED);
