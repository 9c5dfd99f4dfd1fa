import type { UpstreamFormat } from '../conversation-format.ts';
import { ConverseAnswerReader } from './converse-answer-reader.ts';
import { writeConverseRequest } from './converse-request-writer.ts';

/** Readers and writers for conversions to Converse. */
export const bedrockConverseConversation: UpstreamFormat = {
  // Only buckets of Amazon's.
  readsAddress: ({ source }) => source.url.startsWith('s3://'),
  writeRequest: writeConverseRequest,
  readAnswer: (tree, order) => new ConverseAnswerReader(order).whole(tree),
  streamReader: (order) => new ConverseAnswerReader(order),
};
