import type { KeyClient } from '../key-use.ts';

export const googleSdk: KeyClient = {
  id: 'google-sdk',
  name: 'Google Gen AI SDK',
  tried: '@google/genai 3.3.0 (npm), google-genai 3.6.1 (PyPI)',
  prefers: /^gemini/,
  textsFor: ({ serverAddress, tokenKey, model }) => ({
    address: serverAddress,
    blocks: [
      {
        place: 'JavaScript',
        code: `// npm install @google/genai
import { GoogleGenAI } from "@google/genai";

const client = new GoogleGenAI({
  apiKey: ${JSON.stringify(tokenKey)},
  httpOptions: { baseUrl: ${JSON.stringify(serverAddress)} },
});

const answer = await client.models.generateContent({
  model: ${JSON.stringify(model)},
  contents: "Hello",
});
console.log(answer.text);`,
      },
      {
        place: 'Python',
        code: `# pip install google-genai
from google import genai

client = genai.Client(
    api_key=${JSON.stringify(tokenKey)},
    http_options={"base_url": ${JSON.stringify(serverAddress)}},
)

answer = client.models.generate_content(
    model=${JSON.stringify(model)},
    contents="Hello",
)
print(answer.text)`,
      },
    ],
    links: [],
  }),
};
