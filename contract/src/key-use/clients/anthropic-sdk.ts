import type { KeyClient } from '../key-use.ts';

export const anthropicSdk: KeyClient = {
  id: 'anthropic-sdk',
  name: 'Anthropic SDK',
  tried: '@anthropic-ai/sdk 1.14.0 (npm), anthropic 2.14.0 (PyPI)',
  prefers: /^claude/,
  textsFor: ({ serverAddress, tokenKey, model }) => ({
    address: serverAddress,
    blocks: [
      {
        place: 'JavaScript',
        code: `// npm install @anthropic-ai/sdk
import Anthropic from "@anthropic-ai/sdk";

const client = new Anthropic({
  baseURL: ${JSON.stringify(serverAddress)},
  apiKey: ${JSON.stringify(tokenKey)},
});

const answer = await client.messages.create({
  model: ${JSON.stringify(model)},
  max_tokens: 1024,
  messages: [{ role: "user", content: "Hello" }],
});
console.log(answer.content.map((part) => part.text ?? "").join(""));`,
      },
      {
        place: 'Python',
        code: `# pip install anthropic
from anthropic import Anthropic

client = Anthropic(
    base_url=${JSON.stringify(serverAddress)},
    api_key=${JSON.stringify(tokenKey)},
)

answer = client.messages.create(
    model=${JSON.stringify(model)},
    max_tokens=1024,
    messages=[{"role": "user", "content": "Hello"}],
)
print("".join(part.text for part in answer.content if part.type == "text"))`,
      },
    ],
    links: [],
  }),
};
