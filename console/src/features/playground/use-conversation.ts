import { useRef, useState } from 'react';
import { isAbort } from '../../api/api-error.ts';
import { type ChatAnswer, emptyAnswer } from './chat-answer.ts';
import { type AnswerHead, type ChatMessage, streamChat } from './chat-stream.ts';

/** An answer arrives in small pieces; drawing them together keeps long answers smooth. */
const DRAW_MS = 50;

/** A question, or an answer and how it stands. */
export interface Turn extends ChatAnswer, AnswerHead, Pick<ChatMessage, 'role'> {
  id: number;
  state: 'streaming' | 'done' | 'stopped' | 'failed';
  model: string;
  error?: unknown;
}

/** The question and its history. */
export interface Question {
  model: string;
  said: readonly ChatMessage[];
  text: string;
  pictures: readonly string[];
}

/** Turns that are sent with the next question. */
const saidIn = (turns: readonly Turn[]): Turn[] =>
  turns.filter(({ role, content }) => role === 'user' || content !== '');

export interface Conversation {
  turns: readonly Turn[];
  said: readonly ChatMessage[];
  isStreaming: boolean;
  send: (text: string, pictures?: readonly string[]) => Promise<void>;
  stop: () => void;
  clear: () => void;
}

/** A conversation with a model, kept for as long as the page is open. */
export function useConversation(tokenKey: string, model: string): Conversation {
  const [turns, setTurns] = useState<Turn[]>([]);
  const nextId = useRef(1);
  const abort = useRef<AbortController>(undefined);

  const changeLast = (change: Partial<Turn>) =>
    setTurns((all) => all.map((turn, index) => (index === all.length - 1 ? { ...turn, ...change } : turn)));

  async function send(text: string, pictures: readonly string[] = []) {
    const id = nextId.current;
    nextId.current += 2;
    const shared = { ...emptyAnswer, model, requestId: '', lost: [] };
    const question: Turn = { ...shared, id, role: 'user', content: text, pictures, state: 'done' };
    const answer: Turn = { ...shared, id: id + 1, role: 'assistant', state: 'streaming' };
    const messages: ChatMessage[] = [...saidIn(turns), question];
    setTurns([...turns, question, answer]);

    const controller = new AbortController();
    abort.current = controller;
    let waiting: ChatAnswer | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const draw = () => {
      timer = undefined;
      if (waiting) changeLast(waiting);
    };
    const finish = (change: Partial<Turn>) => {
      clearTimeout(timer);
      draw();
      changeLast(change);
    };

    try {
      await streamChat({
        tokenKey,
        model,
        messages,
        signal: controller.signal,
        onHead: changeLast,
        onAnswer: (come) => {
          waiting = come;
          timer ??= setTimeout(draw, DRAW_MS);
        },
      });
      finish({ state: 'done' });
    } catch (error) {
      finish(isAbort(error) ? { state: 'stopped' } : { state: 'failed', error });
    }
  }

  return {
    turns,
    said: saidIn(turns),
    isStreaming: turns.at(-1)?.state === 'streaming',
    send,
    stop: () => abort.current?.abort(),
    clear: () => {
      abort.current?.abort();
      setTurns([]);
    },
  };
}
