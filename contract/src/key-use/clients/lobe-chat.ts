import type { KeyClient } from '../key-use.ts';

/** Source: https://lobehub.com/docs/self-hosting/advanced/settings-url-share */
export const lobeChat: KeyClient = {
  id: 'lobe-chat',
  name: 'LobeChat',
  tried: null,
  textsFor: ({ serverAddress, tokenKey }) => {
    const baseURL = `${serverAddress}/v1`;
    const settings = JSON.stringify({ keyVaults: { openai: { apiKey: tokenKey, baseURL } } });
    return {
      address: baseURL,
      blocks: [
        {
          place: 'Settings › AI Service Provider › OpenAI',
          fields: [
            { name: 'API Key', value: tokenKey },
            { name: 'API proxy URL', value: baseURL },
          ],
        },
        {
          place: '.env',
          code: `OPENAI_API_KEY=${JSON.stringify(tokenKey)}\nOPENAI_PROXY_URL=${JSON.stringify(baseURL)}`,
        },
      ],
      links: [{ app: 'LobeChat', url: `https://lobehub.com/?settings=${encodeURIComponent(settings)}` }],
    };
  },
};
