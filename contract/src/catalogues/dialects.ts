/** Public APIs in which conversations are held. */
const dialectNames = [
  'openai-chat',
  'openai-completions',
  'openai-responses',
  'anthropic-messages',
  'gemini',
] as const;
export type ConversationDialect = (typeof dialectNames)[number];

/** What the upstream of a custom channel may speak; its provider has a form for each. */
export const customDialects: readonly ConversationDialect[] = dialectNames;
/** What it speaks where nobody said it. */
export const defaultDialects: readonly ConversationDialect[] = ['openai-chat'];

const labels: Readonly<Record<ConversationDialect, string>> = {
  'openai-chat': 'OpenAI Chat Completions',
  'openai-completions': 'OpenAI Completions (legacy)',
  'openai-responses': 'OpenAI Responses',
  'anthropic-messages': 'Anthropic Messages',
  gemini: 'Google Gemini',
};

/** What people call a dialect; a name that is not in the list stands for itself. */
export const dialectLabel = (name: string): string =>
  Object.hasOwn(labels, name) ? labels[name as ConversationDialect] : name;
