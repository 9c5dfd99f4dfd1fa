import type { KeyClient } from '../key-use.ts';

/**
 * CC Switch writes the settings of Claude Code, Codex and Gemini CLI, and asks its user before it stores a link.
 * Source: https://github.com/farion1231/cc-switch, `src-tauri/src/deeplink`
 */
export const ccSwitch: KeyClient = {
  id: 'cc-switch',
  name: 'CC Switch',
  tried: null,
  textsFor: ({ serverAddress, tokenKey, model }) => {
    const linkOf = (app: string, endpoint: string): string => {
      const query = {
        ...{ resource: 'provider', app, name: 'Turnpike', homepage: serverAddress },
        ...{ endpoint, apiKey: tokenKey, model },
      };
      // Percent signs alone: some readers keep a plus sign as it is.
      const pairs = Object.entries(query).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
      return `ccswitch://v1/import?${pairs.join('&')}`;
    };
    return {
      address: serverAddress,
      blocks: [
        {
          place: 'Claude Code, Gemini CLI',
          fields: [
            { name: 'API Key', value: tokenKey },
            { name: 'Endpoint URL', value: serverAddress },
          ],
        },
        {
          place: 'Codex',
          fields: [
            { name: 'API Key', value: tokenKey },
            { name: 'Endpoint URL', value: `${serverAddress}/v1` },
          ],
        },
      ],
      links: [
        { app: 'CC Switch (Claude Code)', url: linkOf('claude', serverAddress) },
        { app: 'CC Switch (Codex)', url: linkOf('codex', `${serverAddress}/v1`) },
        { app: 'CC Switch (Gemini CLI)', url: linkOf('gemini', serverAddress) },
      ],
    };
  },
};
