import type { ErrorCode } from '@turnpike/contract';
import type { UpstreamFailure } from '../../dialects/upstream-failure.ts';
import { speechForm, transcriptionsForm } from '../openai-forms.ts';
import type { Provider } from '../provider.ts';
import { elevenLabsSpeech, elevenLabsTranscriptions } from './elevenlabs-sound.ts';

/**
 * ElevenLabs: speech, and sound as text.
 * Source: ElevenLabs API reference, "Create speech", "Create transcript" and "Errors", checked 2026-11.
 */
export const elevenLabsProvider: Provider = {
  typeId: 1013,
  name: 'elevenlabs',
  label: 'ElevenLabs',
  baseUrl: 'https://api.elevenlabs.io',
  key: { example: 'sk_…', site: 'https://elevenlabs.io/app/settings/api-keys' },
  models: [],
  testModel: '',
  headers: ({ keyParts: { key = '' } }) => ({ 'xi-api-key': key }),
  forms: [
    { ...speechForm, path: '/v1/text-to-speech', adapter: elevenLabsSpeech },
    { ...transcriptionsForm, path: '/v1/speech-to-text', adapter: elevenLabsTranscriptions },
  ],
  classifyError: classifyElevenLabsError,
};

/** Its errors are `{"detail": {"status", "message"}}`, of which the whole text is the message. */
function classifyElevenLabsError({ status, message }: UpstreamFailure): ErrorCode | undefined {
  if (status === 401 && message.includes('"quota_exceeded"')) return 'upstream.out_of_credit';
  if (message.includes('"voice_not_found"')) return 'upstream.bad_request';
  return undefined;
}
