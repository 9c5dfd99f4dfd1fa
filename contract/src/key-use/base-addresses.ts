export interface BaseAddress {
  /** Names of clients, as their makers write them. */
  clients: string;
  /** Follows the address of the site. */
  path: string;
}

/** Base addresses by client: a wrong guess ends in "not found". Source: docs/guides/apis.md. */
export const baseAddresses: readonly BaseAddress[] = [
  { clients: 'OpenAI', path: '/v1' },
  { clients: 'Anthropic SDK, Claude Code, LiteLLM, Copilot CLI', path: '' },
  { clients: 'Anthropic: AI SDK, Continue, langchain4j, aichat', path: '/v1' },
  { clients: 'Google Gen AI SDK, Gemini CLI, LangChain', path: '' },
  { clients: 'Google: AI SDK, LiteLLM, langchain4j, aichat', path: '/v1beta' },
  { clients: 'Azure OpenAI', path: '' },
  { clients: 'Cohere', path: '' },
  { clients: 'Voyage AI', path: '/voyage/v1' },
];
