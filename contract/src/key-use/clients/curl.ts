import { type KeyClient, shellWord, TERMINAL } from '../key-use.ts';

export const curl: KeyClient = {
  id: 'curl',
  name: 'curl',
  tried: '7.88.1',
  textsFor: ({ serverAddress, tokenKey, model }) => {
    const body = `{"model": ${JSON.stringify(model)},
       "messages": [{"role": "user", "content": "Hello"}]}`;
    return {
      address: `${serverAddress}/v1`,
      blocks: [
        {
          place: TERMINAL,
          code: `curl ${shellWord(`${serverAddress}/v1/chat/completions`)} \\
  -H "Authorization: Bearer ${tokenKey}" \\
  -H "Content-Type: application/json" \\
  -d ${shellWord(body)}`,
        },
      ],
      links: [],
    };
  },
};
