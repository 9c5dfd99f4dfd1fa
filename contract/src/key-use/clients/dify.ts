import type { KeyClient } from '../key-use.ts';

/** Source: https://marketplace.dify.ai/plugins/langgenius/openai_api_compatible */
export const dify: KeyClient = {
  id: 'dify',
  name: 'Dify',
  tried: null,
  textsFor: ({ serverAddress, tokenKey, model }) => ({
    address: `${serverAddress}/v1`,
    blocks: [
      {
        place: 'Settings › Model Provider › OpenAI-API-compatible › Add Model',
        fields: [
          { name: 'Model Type', value: 'LLM' },
          { name: 'Model Name', value: model },
          { name: 'API Key', value: tokenKey },
          { name: 'API endpoint URL', value: `${serverAddress}/v1` },
        ],
      },
    ],
    links: [],
  }),
};
