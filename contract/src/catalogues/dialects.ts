/** Public APIs in which conversations are held: each is converted to each. */
export const conversationDialects = [
  'openai-chat',
  'openai-responses',
  'anthropic-messages',
  'gemini',
] as const;
export type ConversationDialect = (typeof conversationDialects)[number];

/**
 * Dialects of a custom channel's upstream; its provider has a form for each. Legacy completions are separate, because many
 * servers with OpenAI's chat lack them. Their callers are then served by conversion.
 */
export type CustomDialect = ConversationDialect | 'openai-completions';
export const customDialects: readonly CustomDialect[] = [...conversationDialects, 'openai-completions'];
/** The default dialects. */
export const defaultDialects: readonly CustomDialect[] = ['openai-chat'];

const labels: Readonly<Record<CustomDialect, string>> = {
  'openai-chat': 'OpenAI Chat Completions',
  'openai-responses': 'OpenAI Responses',
  'anthropic-messages': 'Anthropic Messages',
  gemini: 'Google Gemini',
  'openai-completions': 'OpenAI Completions (legacy)',
};

/** Display name of a dialect; an unknown name is shown unchanged. */
export const dialectLabel = (name: string): string =>
  Object.hasOwn(labels, name) ? labels[name as CustomDialect] : name;
