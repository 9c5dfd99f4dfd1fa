import type { KeyClient } from '../key-use.ts';

export const openAiSdk: KeyClient = {
  id: 'openai-sdk',
  name: 'OpenAI SDK',
  tried: 'openai 7.59.0 (npm), openai 3.57.0 (PyPI)',
  textsFor: ({ serverAddress, tokenKey, model }) => {
    const address = JSON.stringify(`${serverAddress}/v1`);
    return {
      address: `${serverAddress}/v1`,
      blocks: [
        {
          place: 'JavaScript',
          code: `// npm install openai
import OpenAI from "openai";

const client = new OpenAI({
  baseURL: ${address},
  apiKey: ${JSON.stringify(tokenKey)},
});

const answer = await client.chat.completions.create({
  model: ${JSON.stringify(model)},
  messages: [{ role: "user", content: "Hello" }],
});
console.log(answer.choices[0].message.content);`,
        },
        {
          place: 'Python',
          code: `# pip install openai
from openai import OpenAI

client = OpenAI(
    base_url=${address},
    api_key=${JSON.stringify(tokenKey)},
)

answer = client.chat.completions.create(
    model=${JSON.stringify(model)},
    messages=[{"role": "user", "content": "Hello"}],
)
print(answer.choices[0].message.content)`,
        },
      ],
      links: [],
    };
  },
};
