import type { ErrorCode } from '@turnpike/contract';
import type { UpstreamFailure } from '../../dialects/upstream-failure.ts';
import { likeOpenAi } from '../like-openai.ts';
import { classifyOpenAiError } from '../openai-forms.ts';
import { xAiImageAdapter } from './xai-image-adapter.ts';

/**
 * xAI. A wrong key is refused as a wrong request. Changed pictures are left out: it takes no forms.
 * Source: xAI REST API reference, checked 2026-11; reports such as https://github.com/continuedev/continue/issues/10778.
 */
export const xAiProvider = likeOpenAi({
  typeId: 56,
  name: 'xai',
  label: 'xAI',
  baseUrl: 'https://api.x.ai',
  key: { example: 'xai-…', site: 'https://console.x.ai/team/default/api-keys' },
  models: ['grok-4.7', 'grok-4.6', 'grok-4.3'],
  testModel: 'grok-4.3',
  offers: ['chat', 'responses', 'images'],
  adapters: { images: xAiImageAdapter },
  classifyError: classifyXAiError,
});

const WRONG_KEY = /incorrect api key provided/i;

function classifyXAiError(failure: UpstreamFailure): ErrorCode | undefined {
  if (failure.status === 400 && WRONG_KEY.test(failure.message)) return 'upstream.key_refused';
  return classifyOpenAiError(failure);
}
