import { jsonText, type KeyClient } from '../key-use.ts';

/** Source: https://qwenlm.github.io/qwen-code-docs/en/users/configuration/model-providers/ */
export const qwenCode: KeyClient = {
  id: 'qwen-code',
  name: 'Qwen Code',
  tried: '0.24.4',
  prefers: /^qwen/,
  textsFor: ({ serverAddress, tokenKey, model }) => ({
    address: `${serverAddress}/v1`,
    blocks: [
      {
        place: '~/.qwen/settings.json',
        code: jsonText({
          env: { TURNPIKE_API_KEY: tokenKey },
          modelProviders: {
            openai: [{ id: model, name: model, baseUrl: `${serverAddress}/v1`, envKey: 'TURNPIKE_API_KEY' }],
          },
          security: { auth: { selectedType: 'openai' } },
          model: { name: model },
        }),
      },
    ],
    links: [],
  }),
};
