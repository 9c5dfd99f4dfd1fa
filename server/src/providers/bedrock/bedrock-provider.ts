import type { ErrorCode } from '@turnpike/contract';
import { anthropicMessages } from '../../dialects/anthropic-messages/anthropic-messages.ts';
import { bedrockConverse } from '../../dialects/bedrock-converse/bedrock-converse.ts';
import { errorNameOf, statusOfErrorName } from '../../dialects/bedrock-converse/converse-errors.ts';
import type { UpstreamFailure } from '../../dialects/upstream-failure.ts';
import { classifyAnthropicError } from '../like-anthropic.ts';
import { embeddingsForm, rerankForm } from '../openai-forms.ts';
import type { Form, Provider } from '../provider.ts';
import { amazonSignature } from './amazon-signature.ts';
import { cohereEmbeddings, novaEmbeddings, titanEmbeddings } from './bedrock-embeddings.ts';
import { converseFraming, messagesFraming } from './bedrock-framings.ts';
import { bedrockRerank } from './bedrock-rerank.ts';
import { asInvokeBody } from './invoke-body.ts';

const CLAUDE = /anthropic\./;
const TITAN_VECTORS = /titan-embed/;
const COHERE_VECTORS = /cohere\.embed/;
const NOVA_VECTORS = /nova.*-embed/;
const RANKING = /rerank/;
const NO_CONVERSATION = /anthropic\.|titan-embed|cohere\.embed|nova.*-embed|rerank/;

const errorTypeHeader = 'x-amzn-errortype';
const invoked: Pick<Form, 'path' | 'errorTypeHeader'> = { path: '/model/{model}/invoke', errorTypeHeader };

/**
 * Amazon Bedrock. Claude's models are asked by Anthropic's messages, which their clients get nearly as they are, all
 * others by Converse. A model is named as Bedrock names it, or by the ARN of a profile.
 * Source: Amazon Bedrock API reference, "InvokeModel", "InvokeModelWithResponseStream", "Converse" and "ConverseStream";
 * user guide, "Amazon Bedrock API keys" and "Anthropic Claude Messages API", whose pictures are base64, checked 2026-11.
 */
export const bedrockProvider: Provider = {
  typeId: 32,
  name: 'bedrock',
  label: 'Amazon Bedrock',
  baseUrl: 'https://bedrock-runtime.{region}.amazonaws.com',
  key: {
    parts: ['region', 'access_key_id', 'secret_access_key'],
    orParts: [
      ['region', 'access_key_id', 'secret_access_key', 'session_token'],
      ['region', 'token'],
    ],
    example: 'us-east-1|AKIA…|…',
    site: 'https://console.aws.amazon.com/bedrock/home#/api-keys',
  },
  models: [],
  testModel: '',
  headers: () => ({}),
  signs: amazonSignature('bedrock'),
  forms: [
    {
      ...invoked,
      dialect: anthropicMessages,
      only: CLAUDE,
      streamPath: '/model/{model}/invoke-with-response-stream',
      framing: messagesFraming,
      readsNoAddresses: true,
      finalEdits: asInvokeBody,
    },
    {
      dialect: bedrockConverse,
      except: NO_CONVERSATION,
      path: '/model/{model}/converse',
      streamPath: '/model/{model}/converse-stream',
      framing: converseFraming,
      errorTypeHeader,
    },
    { ...embeddingsForm, ...invoked, only: TITAN_VECTORS, adapter: titanEmbeddings },
    { ...embeddingsForm, ...invoked, only: COHERE_VECTORS, adapter: cohereEmbeddings },
    { ...embeddingsForm, ...invoked, only: NOVA_VECTORS, adapter: novaEmbeddings },
    { ...rerankForm, ...invoked, only: RANKING, adapter: bedrockRerank },
  ],
  classifyError: classifyBedrockError,
};

/** Statuses are wider than the names of errors, and some names wider than the texts. */
const codesOfNames: ReadonlyMap<string, ErrorCode> = new Map(
  Object.entries({
    accessDeniedException: 'upstream.key_refused',
    expiredTokenException: 'upstream.key_refused',
    unrecognizedClientException: 'upstream.key_refused',
    modelErrorException: 'upstream.error',
    modelTimeoutException: 'upstream.timeout',
    serviceQuotaExceededException: 'upstream.rate_limited',
    serviceUnavailableException: 'upstream.overloaded',
  }),
);

const TOO_LONG = /input is too long|too many (?:input )?tokens|maximum context length|exceed\w* the maximum/i;
/** A name that is unknown, or is not offered in this region or in this way. */
const NO_MODEL =
  /model identifier is invalid|on-demand throughput isn.t supported|model (?:is )?not supported/i;
const NO_ACCESS = /don.t have access to the model|not authorized to (?:invoke|access) this model/i;
/** Said to an account that may not use the service. */
const NOT_ALLOWED = /^operation not allowed/i;

function classifyBedrockError(failure: UpstreamFailure): ErrorCode | undefined {
  const { status, type, message } = failure;
  const name = errorNameOf(type);
  if (NO_ACCESS.test(message)) return 'upstream.model_missing';
  if (status === 400 || statusOfErrorName(type) === 400) {
    if (TOO_LONG.test(message)) return 'upstream.context_length';
    if (NO_MODEL.test(message)) return 'upstream.model_missing';
    if (NOT_ALLOWED.test(message)) return 'upstream.key_refused';
  }
  const known = codesOfNames.get(name);
  return known ?? classifyAnthropicError?.(failure);
}
