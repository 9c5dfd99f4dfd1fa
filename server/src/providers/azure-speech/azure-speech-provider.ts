import { speechForm } from '../openai-forms.ts';
import type { Provider } from '../provider.ts';
import { voicePlugin } from '../voice-plugin.ts';
import { azureSpeech, azureVoices } from './azure-speech-request.ts';

/**
 * Azure Speech, by the key of a resource in one region. It has voices in place of models: the model of a channel only
 * names the price.
 * Source: Microsoft Learn, "Text to speech REST API", checked 2026-11.
 */
export const azureSpeechProvider: Provider = {
  typeId: 24,
  name: 'azure-speech',
  label: 'Azure Speech',
  baseUrl: 'https://{other}.tts.speech.microsoft.com',
  key: { example: '0123456789abcdef0123456789abcdef', site: 'https://portal.azure.com' },
  other: { means: 'region', example: 'eastus', default: 'eastus' },
  plugin: voicePlugin(azureVoices, azureSpeech),
  models: [],
  testModel: '',
  headers: ({ keyParts: { key = '' } }) => ({
    'ocp-apim-subscription-key': key,
    // It refuses requests without one.
    'user-agent': 'Turnpike',
  }),
  forms: [{ ...speechForm, path: '/cognitiveservices/v1', adapter: azureSpeech(azureVoices) }],
};
