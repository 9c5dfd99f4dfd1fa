import type { Dialect } from '../dialect.ts';
import { MemberReader } from '../member-reader.ts';
import { openAiErrors } from '../openai/openai-errors.ts';
import { imageTool } from '../operation.ts';
import { oneWholeAnswer, withoutConversation } from '../without-conversation.ts';

/** Tools, by the names under which they have a price. Source: docs/reference/compatibility.md, "Other operations". */
const TOOLS: ReadonlySet<string> = new Set([
  'recraft_vectorize',
  'recraft_removeBackground',
  'recraft_clarityUpscale',
  'recraft_generativeUpscale',
  'recraft_styles',
]);

/** The one tool whose address does not name it. */
export const RECRAFT_STYLES = 'recraft_styles';

export const isRecraftTool = (name: string): boolean => TOOLS.has(name);

const ONE_PICTURE = [{ kind: 'image', count: 1 }] as const;

/**
 * `POST /recraftAI/v1/images/vectorize` and the like: what Recraft does with a picture, named by the address. A request is
 * a form; what stands in it is the vendor's to read.
 * Source: Recraft API reference, "Endpoints".
 */
export const recraftTools: Dialect = {
  ...withoutConversation,
  name: 'recraft-tools',
  operation: imageTool,
  members: new Set(),
  notices: new Set(),
  answerMembers: { required: [], instead: ['image'], texts: ['id'], all: new Set(['image', 'id']) },

  readFacts({ address, body, scan }) {
    const read = new MemberReader(body, scan);
    read.assertValid();
    return {
      ...oneWholeAnswer,
      model: address.model ?? RECRAFT_STYLES,
      ...{ inputTokens: 0, likelyInputTokens: 0, leastInputTokens: 0, media: null },
      units: ONE_PICTURE,
    };
  },

  // The address names the model.
  editsOf: () => [],
  inputTexts: { members: [], numbersAreTokens: false },
  readAnswer: () => ({
    usage: null,
    text: () => '',
    media: () => ({ audioBytes: 0, imageCount: 1 }),
    units: ONE_PICTURE,
  }),
  smallRequest: () => ({}),
  errors: openAiErrors,
};
