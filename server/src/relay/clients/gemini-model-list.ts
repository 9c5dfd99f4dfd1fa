import { GatewayError } from '../../platform/gateway-error.ts';
import { makesVectors } from './embedding-models.ts';
import type { ListedModel, ModelListFormat } from './model-list-format.ts';

/** Source: Gemini API reference, "models.list". */
const DEFAULT_PAGE_SIZE = 50;
const MAX_PAGE_SIZE = 1000;

const toModel = ({ id, owner }: ListedModel) => ({
  name: `models/${id}`,
  version: '001',
  displayName: id,
  description: owner,
  supportedGenerationMethods: methodsOf(id),
});

const CHAT = ['generateContent', 'streamGenerateContent', 'countTokens'];
/** Methods other than chat that some models offer, by name. */
const OTHER_METHODS: readonly { names: RegExp; methods: readonly string[] }[] = [
  { names: /imagen/i, methods: ['predict'] },
  { names: /(?:^|-)live\b|native-audio/i, methods: ['bidiGenerateContent'] },
  // Google's API has no endpoint for these.
  {
    names: /rerank|whisper|transcribe|moderation|(?:^|-)tts(?:-\d|$)|dall-e|gpt-image|realtime/i,
    methods: [],
  },
];

/** Clients filter their model lists by these methods. */
function methodsOf(id: string): readonly string[] {
  if (makesVectors(id)) return ['embedContent', 'batchEmbedContents'];
  return OTHER_METHODS.find(({ names }) => names.test(id))?.methods ?? CHAT;
}

/** Source: Gemini API reference, "Models". */
export const geminiModelList: ModelListFormat = {
  list(models, query) {
    const parameters = new URLSearchParams(query);
    const size = readPageSize(parameters.get('pageSize') ?? parameters.get('page_size'));
    const after = readToken(parameters.get('pageToken') ?? parameters.get('page_token'));
    const rest = models.filter(({ id }) => id > after);
    const page = rest.slice(0, size);
    const last = page.at(-1);
    return {
      models: page.map(toModel),
      ...(last !== undefined && rest.length > size && { nextPageToken: toToken(last.id) }),
    };
  },
  one: toModel,
};

function readPageSize(text: string | null): number {
  if (text === null || text === '' || text === '0') return DEFAULT_PAGE_SIZE;
  const size = Number(text);
  if (!Number.isInteger(size) || size < 1) throw invalid('pageSize');
  return Math.min(size, MAX_PAGE_SIZE);
}

/** A page continues after a name, so that added or removed models do not shift it. */
const toToken = (id: string): string => Buffer.from(id).toString('base64url');

function readToken(text: string | null): string {
  if (text === null || text === '') return '';
  const id = Buffer.from(text, 'base64url').toString('utf8');
  if (toToken(id) !== text) throw invalid('pageToken');
  return id;
}

const invalid = (field: string): GatewayError =>
  new GatewayError('request.invalid', {}, { fields: [{ field, code: 'invalid' }] });
