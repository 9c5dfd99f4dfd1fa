import { base64Of, type KeyClient, PROVIDER_ID } from '../key-use.ts';

/**
 * Cherry Studio appends `/v1` itself and asks its user before it stores what a link brings.
 * Source: https://github.com/CherryHQ/cherry-studio, `providersImport.ts`
 */
export const cherryStudio: KeyClient = {
  id: 'cherry-studio',
  name: 'Cherry Studio',
  tried: null,
  textsFor: ({ serverAddress, tokenKey }) => {
    const data = base64Of(
      JSON.stringify({
        id: PROVIDER_ID,
        name: 'Turnpike',
        type: 'openai',
        baseUrl: serverAddress,
        apiKey: tokenKey,
      }),
    );
    return {
      address: serverAddress,
      blocks: [
        {
          place: 'Settings › Model Provider › Add',
          fields: [
            { name: 'Provider Type', value: 'OpenAI' },
            { name: 'API Key', value: tokenKey },
            { name: 'API Host', value: serverAddress },
          ],
        },
      ],
      links: [
        {
          app: 'Cherry Studio',
          url: `cherrystudio://providers/api-keys?v=1&data=${encodeURIComponent(data)}`,
        },
      ],
    };
  },
};
