/** Public APIs in which conversations are held: each is converted to each. */
export const conversationDialects = [
  'openai-chat',
  'openai-responses',
  'anthropic-messages',
  'gemini',
] as const;
export type ConversationDialect = (typeof conversationDialects)[number];

/**
 * What the upstream of a custom channel may speak; its provider has a form for each. Legacy completions are a name of
 * their own: many servers with OpenAI's chat lack them, and their callers are served by conversion then.
 */
export type CustomDialect = ConversationDialect | 'openai-completions';
export const customDialects: readonly CustomDialect[] = [...conversationDialects, 'openai-completions'];
/** What it speaks where nobody said it. */
export const defaultDialects: readonly CustomDialect[] = ['openai-chat'];

const labels: Readonly<Record<CustomDialect, string>> = {
  'openai-chat': 'OpenAI Chat Completions',
  'openai-responses': 'OpenAI Responses',
  'anthropic-messages': 'Anthropic Messages',
  gemini: 'Google Gemini',
  'openai-completions': 'OpenAI Completions (legacy)',
};

/** What people call a dialect; a name that is not in the list stands for itself. */
export const dialectLabel = (name: string): string =>
  Object.hasOwn(labels, name) ? labels[name as CustomDialect] : name;
