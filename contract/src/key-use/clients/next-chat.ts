import type { KeyClient } from '../key-use.ts';

/**
 * NextChat appends `/v1` itself. The settings stand behind `#`, which no browser sends to a server.
 * Source: https://github.com/ChatGPTNextWeb/NextChat, `README.md` and `app/command.ts`
 */
export const nextChat: KeyClient = {
  id: 'next-chat',
  name: 'NextChat',
  tried: null,
  textsFor: ({ serverAddress, tokenKey, model }) => {
    const settings = JSON.stringify({ key: tokenKey, url: serverAddress });
    return {
      address: serverAddress,
      blocks: [
        {
          place: 'Settings › Custom Endpoint',
          fields: [
            { name: 'OpenAI Endpoint', value: serverAddress },
            { name: 'OpenAI API Key', value: tokenKey },
            { name: 'Custom Models', value: model },
          ],
        },
        {
          place: '.env',
          code: `OPENAI_API_KEY=${JSON.stringify(tokenKey)}\nBASE_URL=${JSON.stringify(serverAddress)}`,
        },
      ],
      links: [
        {
          app: 'NextChat',
          url: `https://app.nextchat.club/#/?settings=${encodeURIComponent(settings)}`,
        },
      ],
    };
  },
};
