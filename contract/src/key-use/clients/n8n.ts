import type { KeyClient } from '../key-use.ts';

/** Source: https://docs.n8n.io/integrations/builtin/credentials/openai */
export const n8n: KeyClient = {
  id: 'n8n',
  name: 'n8n',
  tried: null,
  textsFor: ({ serverAddress, tokenKey }) => ({
    address: `${serverAddress}/v1`,
    blocks: [
      {
        place: 'Credentials › Create credential › OpenAI',
        fields: [
          { name: 'API Key', value: tokenKey },
          { name: 'Base URL', value: `${serverAddress}/v1` },
        ],
      },
    ],
    links: [],
  }),
};
