import { jsonText, type KeyClient } from '../key-use.ts';

/**
 * Claude Code appends `/v1/messages` itself. Its background calls name a small model of their own, which a site may
 * not have.
 * Source: https://docs.anthropic.com/en/docs/claude-code/llm-gateway
 */
export const claudeCode: KeyClient = {
  id: 'claude-code',
  name: 'Claude Code',
  tried: '2.1.332',
  prefers: /^claude/,
  textsFor: ({ serverAddress, tokenKey, model }) => ({
    address: serverAddress,
    blocks: [
      {
        place: '~/.claude/settings.json',
        code: jsonText({
          env: {
            ANTHROPIC_BASE_URL: serverAddress,
            ANTHROPIC_AUTH_TOKEN: tokenKey,
            ANTHROPIC_MODEL: model,
            ANTHROPIC_DEFAULT_HAIKU_MODEL: model,
          },
        }),
      },
    ],
    links: [],
  }),
};
