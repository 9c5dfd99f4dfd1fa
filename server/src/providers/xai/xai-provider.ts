import type { ErrorCode } from '@turnpike/contract';
import type { UpstreamFailure } from '../../dialects/upstream-failure.ts';
import { likeOpenAi } from '../like-openai.ts';
import { classifyOpenAiError, speechForm, transcriptionsForm } from '../openai-forms.ts';
import type { Provider } from '../provider.ts';
import { xAiImageAdapter } from './xai-image-adapter.ts';
import { xAiSpeech, xAiTranscriptions } from './xai-sound.ts';

const likeOthers = likeOpenAi({
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

/**
 * xAI. A wrong key is refused as a wrong request. Changed pictures are left out: it takes no forms. Its sound has no models; channels call it `grok-tts` and `grok-stt`.
 * Source: xAI REST API reference, checked 2026-11; reports such as https://github.com/continuedev/continue/issues/10778.
 */
export const xAiProvider: Provider = {
  ...likeOthers,
  forms: [
    ...likeOthers.forms,
    { ...speechForm, path: '/v1/tts', only: /tts/, adapter: xAiSpeech },
    { ...transcriptionsForm, path: '/v1/stt', only: /stt/, adapter: xAiTranscriptions },
  ],
};

const WRONG_KEY = /incorrect api key provided/i;

function classifyXAiError(failure: UpstreamFailure): ErrorCode | undefined {
  if (failure.status === 400 && WRONG_KEY.test(failure.message)) return 'upstream.key_refused';
  return classifyOpenAiError(failure);
}
