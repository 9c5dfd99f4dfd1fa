import { jsonText, type KeyClient, PROVIDER_ID } from '../key-use.ts';

/** Source: https://opencode.ai/docs/providers, "Custom provider". */
export const openCode: KeyClient = {
  id: 'opencode',
  name: 'OpenCode',
  tried: '1.18.33',
  textsFor: ({ serverAddress, tokenKey, model }) => ({
    address: `${serverAddress}/v1`,
    blocks: [
      {
        place: '~/.config/opencode/opencode.json',
        code: jsonText({
          $schema: 'https://opencode.ai/config.json',
          model: `${PROVIDER_ID}/${model}`,
          small_model: `${PROVIDER_ID}/${model}`,
          provider: {
            [PROVIDER_ID]: {
              npm: '@ai-sdk/openai-compatible',
              name: 'Turnpike',
              options: { baseURL: `${serverAddress}/v1`, apiKey: tokenKey },
              models: { [model]: {} },
            },
          },
        }),
      },
    ],
    links: [],
  }),
};
