const eventOf = (data: { type: string }): string => `event: ${data.type}\ndata: ${JSON.stringify(data)}\n\n`;

/** The event that ends a stream. Source: Claude docs, "Streaming messages". */
export const MESSAGE_STOP = eventOf({ type: 'message_stop' });

/** Keeps a connection busy. Source: Claude docs, "Streaming messages", as the vendor sends it. */
export const PING = 'event: ping\ndata: {"type": "ping"}\n\n';

interface Block extends Record<string, unknown> {
  type?: unknown;
}

/** The start of a block, and the deltas that follow. */
interface ToldBlock {
  start: object;
  deltas: object[];
}

/**
 * A whole message as the stream that it would have been. An error stays one.
 * @throws where it is no message
 */
export function streamOfMessage(answer: unknown): string {
  const message = answer as Record<string, unknown>;
  if (message.type === 'error') return eventOf({ ...message, type: 'error' });
  const { content, stop_reason, stop_sequence = null, usage, stop_details, container, ...others } = message;
  const { context_management, ...head } = others;
  if (!Array.isArray(content)) throw new Error('no list of blocks');
  const delta = { stop_reason, stop_sequence, ...given({ stop_details, container }) };
  const start = { ...head, content: [], stop_reason: null, stop_sequence: null };
  const told = (content as Block[]).flatMap((block, index) => eventsOf(tellBlock(block), index));
  return [
    eventOf({
      type: 'message_start',
      message: { ...start, usage: { ...(usage as object), output_tokens: 0 } },
    } as never),
    ...told,
    eventOf({ type: 'message_delta', delta, usage, ...given({ context_management }) } as never),
    MESSAGE_STOP,
  ].join('');
}

/** Only the members that are there. */
const given = (members: Record<string, unknown>): object =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));

const eventsOf = ({ start, deltas }: ToldBlock, index: number): string[] => [
  eventOf({ type: 'content_block_start', index, content_block: start } as never),
  ...deltas.map((delta) => eventOf({ type: 'content_block_delta', index, delta } as never)),
  eventOf({ type: 'content_block_stop', index } as never),
];

function tellBlock(block: Block): ToldBlock {
  if (block.type === 'text') return tellText(block);
  if (block.type === 'thinking') {
    const { thinking, signature } = block;
    return {
      start: { ...block, thinking: '', signature: '' },
      deltas: [
        { type: 'thinking_delta', thinking },
        { type: 'signature_delta', signature },
      ],
    };
  }
  if (typeof block.input === 'object' && block.input !== null) {
    const text = JSON.stringify(block.input);
    const partial_json = text === '{}' ? '' : text;
    return { start: { ...block, input: {} }, deltas: [{ type: 'input_json_delta', partial_json }] };
  }
  return { start: block, deltas: [] };
}

function tellText({ citations, ...block }: Block): ToldBlock {
  const cited = Array.isArray(citations) ? citations : [];
  return {
    start: { ...block, ...(cited.length > 0 && { citations: [] }), text: '' },
    deltas: [
      { type: 'text_delta', text: block.text },
      ...cited.map((citation) => ({ type: 'citations_delta', citation })),
    ],
  };
}
