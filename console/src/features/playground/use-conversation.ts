import { useRef, useState } from 'react';
import { isAbort } from '../../api/api-error.ts';
import { type ChatMessage, streamChat } from './chat-stream.ts';

/** Text arrives in small pieces; drawing them together keeps long answers smooth. */
const DRAW_MS = 50;

export interface Turn extends ChatMessage {
  id: number;
  /** Of an answer. */
  state: 'streaming' | 'done' | 'stopped' | 'failed';
  model: string;
  requestId: string;
  error?: unknown;
}

export interface Conversation {
  turns: readonly Turn[];
  isStreaming: boolean;
  send: (text: string) => Promise<void>;
  stop: () => void;
  clear: () => void;
}

/** A conversation with a model, kept for as long as the page is open. */
export function useConversation(tokenKey: string, model: string): Conversation {
  const [turns, setTurns] = useState<Turn[]>([]);
  const nextId = useRef(1);
  const abort = useRef<AbortController>(undefined);

  const changeLast = (change: (turn: Turn) => Partial<Turn>) =>
    setTurns((all) =>
      all.map((turn, index) => (index === all.length - 1 ? { ...turn, ...change(turn) } : turn)),
    );

  async function send(text: string) {
    const id = nextId.current;
    nextId.current += 2;
    const shared = { model, requestId: '' };
    const question: Turn = { ...shared, id, role: 'user', content: text, state: 'done' };
    const answer: Turn = { ...shared, id: id + 1, role: 'assistant', content: '', state: 'streaming' };
    const messages = [...turns.filter((turn) => turn.content !== ''), question].map(({ role, content }) => ({
      role,
      content,
    }));
    setTurns([...turns, question, answer]);

    const controller = new AbortController();
    abort.current = controller;
    let waiting = '';
    let timer: ReturnType<typeof setTimeout> | undefined;
    const draw = () => {
      const piece = waiting;
      waiting = '';
      timer = undefined;
      if (piece !== '') changeLast((turn) => ({ content: turn.content + piece }));
    };
    const finish = (change: Partial<Turn>) => {
      clearTimeout(timer);
      draw();
      changeLast(() => change);
    };

    try {
      await streamChat({
        tokenKey,
        model,
        messages,
        signal: controller.signal,
        onRequestId: (requestId) => changeLast(() => ({ requestId })),
        onText: (piece) => {
          waiting += piece;
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
    isStreaming: turns.at(-1)?.state === 'streaming',
    send,
    stop: () => abort.current?.abort(),
    clear: () => {
      abort.current?.abort();
      setTurns([]);
    },
  };
}
