/** The call that an explanation opens with. */
export interface ExplainStart {
  /** Left out: the reader's first key. */
  key?: { id: number; name: string };
  /** Address of the call; left out, that of chats. */
  path?: string;
  /** Left out: a short question to the model that samples name. */
  body?: object;
}

export const CHAT_PATH = '/v1/chat/completions';

/** A short question to a model, as an address takes it. */
export function smallCall(model: string, path = CHAT_PATH): object {
  if (path === '/v1/responses') return { model, input: 'Hello' };
  const messages = [{ role: 'user', content: 'Hello' }];
  return path === '/v1/messages' ? { model, max_tokens: 100, messages } : { model, messages };
}
