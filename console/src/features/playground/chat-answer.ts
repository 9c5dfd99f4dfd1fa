/** A tool that an answer wants called. */
export interface ToolCall {
  name: string;
  /** As the model wrote it, most often JSON. */
  input: string;
}

/** The received part of an answer. */
export interface ChatAnswer {
  content: string;
  thinking: string;
  calls: readonly ToolCall[];
  /** Addresses of pictures, most often `data:`. */
  pictures: readonly string[];
}

export const emptyAnswer: ChatAnswer = { content: '', thinking: '', calls: [], pictures: [] };

interface CallDelta {
  index?: number;
  id?: string | null;
  function?: { name?: string | null; arguments?: string | object | null } | null;
  custom?: { name?: string | null; input?: string | null } | null;
}

/** A piece of an answer; vendors differ in the name of thinking. */
export interface ChatDelta {
  content?: string | null;
  refusal?: string | null;
  reasoning_content?: string | null;
  reasoning?: string | null;
  tool_calls?: readonly CallDelta[] | null;
  images?: readonly { image_url?: { url?: string } | null }[] | null;
}

/** An answer with its next piece. */
export function withDelta(answer: ChatAnswer, delta: ChatDelta): ChatAnswer {
  const thinking = delta.reasoning_content ?? delta.reasoning ?? '';
  const pictures = (delta.images ?? []).flatMap(({ image_url }) => image_url?.url ?? []);
  return {
    content: answer.content + (delta.content ?? '') + (delta.refusal ?? ''),
    thinking: answer.thinking + thinking,
    calls: (delta.tool_calls ?? []).reduce(withCall, answer.calls),
    pictures: pictures.length === 0 ? answer.pictures : [...answer.pictures, ...pictures],
  };
}

function withCall(calls: readonly ToolCall[], delta: CallDelta): readonly ToolCall[] {
  // Some servers number no calls: one with an id is the next then, a piece without belongs to the last.
  const next = delta.id ? calls.length : Math.max(0, calls.length - 1);
  const place = delta.index ?? next;
  const { name = '', input = '' } = calls[place] ?? {};
  const piece = delta.function?.arguments ?? delta.custom?.input ?? '';
  const changed: ToolCall = {
    name: name || (delta.function?.name ?? delta.custom?.name ?? ''),
    input: input + (typeof piece === 'string' ? piece : JSON.stringify(piece)),
  };
  return place < calls.length ? calls.with(place, changed) : [...calls, changed];
}
