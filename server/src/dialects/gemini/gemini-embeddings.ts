import type { Edit } from '../../platform/json/splice.ts';
import type { Dialect, RequestFacts, ScannedRequest } from '../dialect.ts';
import { estimateInput } from '../input-estimate.ts';
import { MemberReader } from '../member-reader.ts';
import { embedding } from '../operation.ts';
import { oneWholeAnswer, saysNothing, withoutConversation } from '../without-conversation.ts';
import { geminiErrors } from './gemini-errors.ts';
import { geminiIdMembers, isPublicFile } from './gemini-kept.ts';
import { geminiMedia } from './gemini-media.ts';
import { isSame, readModel, resourceName } from './gemini-model.ts';
import { readGeminiUsage } from './gemini-usage.ts';

const MAX_DIMENSIONS = 100_000;
const DIMENSIONS = ['outputDimensionality', 'output_dimensionality'] as const;
/** Texts next to the content. */
const SETTINGS = ['model', 'taskType', 'task_type', 'role', 'mimeType', 'mime_type'];

const shared = {
  ...withoutConversation,
  operation: embedding,
  notices: new Set([...geminiMedia.notices, ...geminiIdMembers]),
  idMembers: geminiIdMembers,
  vendorReadsIds: true,
  isPublicId: isPublicFile,
  readAnswer: (member: (name: string) => unknown) => ({
    usage: readGeminiUsage(member('usageMetadata')),
    ...saysNothing,
  }),
  errors: geminiErrors,
} satisfies Partial<Dialect>;

/** `embedContent`. Source: Gemini API reference, "Embeddings". */
export const geminiEmbeddings: Dialect = {
  ...shared,
  name: 'gemini-embeddings',
  members: new Set(['model', 'content', ...DIMENSIONS]),
  answerMembers: {
    required: ['embeddings'],
    instead: ['embedding'],
    all: new Set(['usageMetadata', 'embedding', 'embeddings']),
  },

  readFacts(request) {
    const read = new MemberReader(request.body, request.scan);
    const model = readModel(read, request.address);
    read.require(read.kindOf('content') === 'object', 'content', 'required');
    const dimensions = read.oneOf(...DIMENSIONS);
    if (dimensions !== undefined) read.count(dimensions, { min: 1, max: MAX_DIMENSIONS });
    read.assertValid();
    return factsOf(request, model);
  },

  editsOf({ scan }, facts, { upstreamModel }) {
    const named = scan.found.get('model');
    if (named === undefined || upstreamModel === facts.model) return [];
    return [{ ...named, replacement: JSON.stringify(resourceName(upstreamModel)) }];
  },

  inputTexts: { members: ['content'], numbersAreTokens: false, without: SETTINGS },
  smallRequest: () => ({ content: { parts: [{ text: 'hi' }] } }),
};

/** `batchEmbedContents`, whose requests repeat the model. Source: Gemini API reference, "Embeddings". */
export const geminiBatchEmbeddings: Dialect = {
  ...shared,
  name: 'gemini-batch-embeddings',
  members: new Set(['model', 'requests']),
  listedMember: 'model',
  answerMembers: {
    required: ['embeddings'],
    all: new Set(['usageMetadata', 'embeddings']),
  },

  readFacts(request) {
    const read = new MemberReader(request.body, request.scan);
    const model = readModel(read, request.address);
    const isList = read.kindOf('requests') === 'list';
    read.require(isList, 'requests', 'required');
    const isSmall = request.scan.listedObjects <= MAX_REQUESTS;
    read.require(isSmall, 'requests', 'too_large');
    if (isList && isSmall) {
      for (const { value } of modelsOfRequests(request))
        read.require(isSame(value, model), 'requests.model', 'differs_from_address');
    }
    read.assertValid();
    return factsOf(request, model);
  },

  editsOf(request, facts, { upstreamModel }) {
    const { scan } = request;
    if (upstreamModel === facts.model) return [];
    const replacement = JSON.stringify(resourceName(upstreamModel));
    const edits: Edit[] = modelsOfRequests(request).map(({ start, end }) => ({ start, end, replacement }));
    const named = scan.found.get('model');
    if (named !== undefined) edits.push({ ...named, replacement });
    return edits;
  },

  inputTexts: { members: ['requests'], numbersAreTokens: false, without: SETTINGS },
  smallRequest: (model) => ({
    requests: [{ model: resourceName(model), content: { parts: [{ text: 'hi' }] } }],
  }),
};

function factsOf({ body, scan }: ScannedRequest, model: string): RequestFacts {
  return {
    ...oneWholeAnswer,
    model,
    ...estimateInput({ body, scan }, geminiMedia),
  };
}

/** Google takes 100. */
const MAX_REQUESTS = 1_000;

interface RequestModel {
  value: unknown;
  start: number;
  end: number;
}

/** The `model` of each request of a batch, and where it stands: the scan has found them in its turns. */
function modelsOfRequests({ body, scan }: ScannedRequest): RequestModel[] {
  const list = scan.found.get('requests');
  if (list === undefined) return [];
  return scan.listedMembers
    .filter(({ start }) => start > list.start && start < list.end)
    .map(({ start, end }) => ({ value: readName(body, start, end), start, end }));
}

/** @returns null where it is no name */
const readName = (body: Buffer, start: number, end: number): unknown =>
  end - start > MAX_NAME_BYTES ? null : JSON.parse(body.toString('utf8', start, end));
/** With room for escapes. */
const MAX_NAME_BYTES = 4_096;
