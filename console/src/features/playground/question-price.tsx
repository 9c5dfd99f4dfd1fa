import { usePaused } from '../../ui/page/use-paused.ts';
import { CallPrice } from './call-price.tsx';
import { toRequest } from './chat-stream.ts';
import type { Question } from './use-conversation.ts';

/** Expected cost of the typed question with its history; without text, a hint. */
export function QuestionPrice({ model, said, text, pictures }: Question) {
  const content = usePaused(text);
  const messages = [...said, { role: 'user' as const, content, pictures }];
  return (
    <CallPrice
      path="/v1/chat/completions"
      body={toRequest(model, messages)}
      isWritten={text !== '' || pictures.length > 0}
      isConversation
    />
  );
}
