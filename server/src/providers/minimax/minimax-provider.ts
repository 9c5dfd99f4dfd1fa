import { likeOpenAi } from '../like-openai.ts';

/**
 * MiniMax. Accounts of the international platform have the address `https://api.minimax.io`.
 * Source: MiniMax API documents, "OpenAI API" and "Anthropic API compatibility", checked 2026-11.
 */
export const miniMaxProvider = likeOpenAi({
  typeId: 27,
  name: 'minimax',
  label: 'MiniMax',
  baseUrl: 'https://api.minimaxi.com',
  key: { example: 'eyJ…', site: 'https://platform.minimaxi.com/user-center/basic-information/interface-key' },
  models: ['MiniMax-M3', 'MiniMax-M2.5', 'MiniMax-M2.1'],
  testModel: 'MiniMax-M2.5',
  offers: ['chat'],
  messagesPath: '/anthropic/v1/messages',
});
