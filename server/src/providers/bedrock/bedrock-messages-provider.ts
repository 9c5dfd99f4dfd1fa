import { anthropicMessages } from '../../dialects/anthropic-messages/anthropic-messages.ts';
import { classifyAnthropicError } from '../like-anthropic.ts';
import type { Provider } from '../provider.ts';
import { amazonSignature } from './amazon-signature.ts';

/**
 * Claude's models at Amazon Bedrock, by Anthropic's own API. Their names begin with `anthropic.`.
 * Source: Amazon Bedrock user guide, "Inference using Anthropic Messages API", checked 2026-11.
 */
export const bedrockMessagesProvider: Provider = {
  typeId: 62,
  name: 'bedrock-messages',
  label: 'Amazon Bedrock (Messages)',
  baseUrl: 'https://bedrock-mantle.{region}.api.aws',
  key: {
    parts: ['region', 'access_key_id', 'secret_access_key'],
    orParts: [['region', 'access_key_id', 'secret_access_key', 'session_token']],
    example: 'us-east-1|AKIA…|…',
    site: 'https://console.aws.amazon.com/iam/home#/security_credentials',
  },
  models: [],
  testModel: '',
  headers: () => ({ 'anthropic-version': '2023-06-01' }),
  signs: amazonSignature('bedrock-mantle'),
  forms: [
    {
      dialect: anthropicMessages,
      path: '/anthropic/v1/messages',
      passHeaders: ['anthropic-version', 'anthropic-beta'],
    },
  ],
  classifyError: classifyAnthropicError,
};
