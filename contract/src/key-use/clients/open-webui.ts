import { type KeyClient, shellWord, TERMINAL } from '../key-use.ts';

/** Source: https://docs.openwebui.com/features/openai */
export const openWebUi: KeyClient = {
  id: 'open-webui',
  name: 'Open WebUI',
  tried: '0.12.4',
  textsFor: ({ serverAddress, tokenKey }) => {
    const address = `${serverAddress}/v1`;
    return {
      address,
      blocks: [
        {
          place: 'Admin Settings › Connections › OpenAI API › +',
          fields: [
            { name: 'URL', value: address },
            { name: 'Key', value: tokenKey },
          ],
        },
        {
          place: TERMINAL,
          code: `docker run -d -p 3000:8080 -v open-webui:/app/backend/data \\
  -e OPENAI_API_BASE_URL=${shellWord(address)} \\
  -e OPENAI_API_KEY=${shellWord(tokenKey)} \\
  --name open-webui --restart always ghcr.io/open-webui/open-webui:main`,
        },
      ],
      links: [],
    };
  },
};
