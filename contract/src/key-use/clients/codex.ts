import { type KeyClient, PROVIDER_ID, shellWord, TERMINAL } from '../key-use.ts';

/**
 * Codex speaks responses alone and reads the key from the variable that its settings name.
 * Source: https://developers.openai.com/codex/config-advanced
 */
export const codex: KeyClient = {
  id: 'codex',
  name: 'Codex',
  tried: '0.171.0',
  prefers: /^gpt-.*codex|^gpt-/,
  textsFor: ({ serverAddress, tokenKey, model }) => ({
    address: `${serverAddress}/v1`,
    blocks: [
      {
        place: '~/.codex/config.toml',
        code: `model = ${JSON.stringify(model)}
model_provider = "${PROVIDER_ID}"

[model_providers.${PROVIDER_ID}]
name = "${PROVIDER_ID}"
base_url = ${JSON.stringify(`${serverAddress}/v1`)}
env_key = "TURNPIKE_API_KEY"
wire_api = "responses"`,
      },
      { place: TERMINAL, code: `export TURNPIKE_API_KEY=${shellWord(tokenKey)}` },
    ],
    links: [],
  }),
};
