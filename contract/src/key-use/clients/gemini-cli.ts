import { jsonText, type KeyClient } from '../key-use.ts';

/**
 * Gemini CLI asks for a Google account until its settings name the key.
 * Source: https://geminicli.com/docs/reference/configuration.md
 */
export const geminiCli: KeyClient = {
  id: 'gemini-cli',
  name: 'Gemini CLI',
  tried: '0.61.0',
  prefers: /^gemini/,
  textsFor: ({ serverAddress, tokenKey, model }) => ({
    address: serverAddress,
    blocks: [
      {
        place: '~/.gemini/.env',
        code: [
          `GOOGLE_GEMINI_BASE_URL=${JSON.stringify(serverAddress)}`,
          `GEMINI_API_KEY=${JSON.stringify(tokenKey)}`,
          `GEMINI_MODEL=${JSON.stringify(model)}`,
        ].join('\n'),
      },
      {
        place: '~/.gemini/settings.json',
        code: jsonText({ security: { auth: { selectedType: 'gemini-api-key' } } }),
      },
    ],
    links: [],
  }),
};
