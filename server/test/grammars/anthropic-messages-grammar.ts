/** An event of a stream, as its clients read it. */
interface ReadEvent {
  /** Empty where the stream names none. */
  name: string;
  // biome-ignore lint/suspicious/noExplicitAny: what is checked here is its shape.
  data: any;
}

/** Which deltas a block takes; one of another kind comes whole. */
const deltasOf: Readonly<Record<string, readonly string[]>> = {
  text: ['text_delta', 'citations_delta'],
  thinking: ['thinking_delta', 'signature_delta'],
  tool_use: ['input_json_delta'],
  server_tool_use: ['input_json_delta'],
  mcp_tool_use: ['input_json_delta'],
  compaction: ['compaction_delta'],
};
const KNOWN = /^(message|content_block)_(start|delta|stop)$/;
const INPUT_BLOCK = /tool_use$/;

class Fault extends Error {
  constructor({ name, data }: ReadEvent, place: number, what: string) {
    super(`event ${place} (${name}): ${what}: ${JSON.stringify(data)}`.slice(0, 400));
  }
}

/**
 * Checks the order of a message's events, from the first one to `message_stop` or to an error. Pings may come anywhere
 * before the end, and events of kinds that are not known here. Source: Claude docs, "Streaming messages".
 * @throws naming the first event that may not stand where it stands
 */
export function assertMessageStream(text: string): void {
  const events = readEvents(text);
  const order = new MessageOrder();
  for (const [place, event] of events.entries()) {
    const fault = order.take(event);
    if (fault !== null) throw new Fault(event, place, fault);
  }
  if (!order.isOver)
    throw new Error(`the stream ends without message_stop or error, after ${events.length} events`);
}

class MessageOrder {
  isOver = false;
  #hasStarted = false;
  #hasStopped = false;
  /** Blocks that have begun. */
  #blocks = 0;
  #open: { type: string; input: string } | null = null;

  /** @returns what is wrong with the event in its place; null where it is right */
  take({ name, data }: ReadEvent): string | null {
    if (this.isOver) return 'the stream is over';
    if (typeof data?.type !== 'string') return 'no type';
    if (name !== data.type) return 'the event has another name than type';
    if (name === 'ping') return null;
    if (name === 'error') return this.#error(data);
    if (!KNOWN.test(name)) return null;
    if (name === 'message_start') return this.#start(data.message);
    if (!this.#hasStarted) return 'the message has not begun';
    if (name === 'message_delta') return this.#delta(data);
    if (name === 'message_stop') return this.#stop();
    if (this.#hasStopped) return 'the message has its stop reason';
    return this.#takeOfBlock(name, data);
  }

  #error({ error, request_id }: ReadEvent['data']): string | null {
    this.isOver = true;
    if (typeof error?.type !== 'string' || typeof error.message !== 'string')
      return 'no error with type and message';
    return typeof request_id === 'string' ? null : 'no request_id';
  }

  #start(message: ReadEvent['data']): string | null {
    if (this.#hasStarted) return 'the message has begun';
    this.#hasStarted = true;
    const isEmpty = Array.isArray(message?.content) && message.content.length === 0;
    if (message?.type !== 'message' || message.role !== 'assistant' || !isEmpty) return 'no empty message';
    if (typeof message.id !== 'string' || typeof message.model !== 'string') return 'no id or model';
    if (message.stop_reason !== null) return 'the stop reason comes later';
    return hasCounts(message.usage, ['input_tokens', 'output_tokens']);
  }

  #delta({ delta, usage }: ReadEvent['data']): string | null {
    if (this.#open !== null) return 'a block is open';
    if (typeof delta?.stop_reason === 'string') this.#hasStopped = true;
    return hasCounts(usage, ['output_tokens']);
  }

  #stop(): string | null {
    this.isOver = true;
    if (this.#open !== null) return 'a block is open';
    return this.#hasStopped ? null : 'no stop reason came';
  }

  #takeOfBlock(name: string, data: ReadEvent['data']): string | null {
    if (name === 'content_block_start') return this.#startBlock(data);
    if (this.#open === null) return 'no block is open';
    if (data.index !== this.#blocks - 1) return `block ${this.#blocks - 1} is open`;
    if (name === 'content_block_stop') return this.#stopBlock();
    const { type } = this.#open;
    if (!deltasOf[type]?.includes(data.delta?.type)) return `a block of ${type} takes no such delta`;
    if (data.delta.type === 'input_json_delta') this.#open.input += data.delta.partial_json;
    return null;
  }

  #startBlock({ index, content_block }: ReadEvent['data']): string | null {
    if (this.#open !== null) return `block ${this.#blocks - 1} is open`;
    if (index !== this.#blocks) return `block ${this.#blocks} is next`;
    if (typeof content_block?.type !== 'string') return 'a block without type';
    this.#blocks += 1;
    this.#open = { type: content_block.type, input: '' };
    return null;
  }

  #stopBlock(): string | null {
    const { type, input } = this.#open as { type: string; input: string };
    this.#open = null;
    return !INPUT_BLOCK.test(type) || input === '' || isObject(input) ? null : 'the input is no JSON object';
  }
}

function isObject(json: string): boolean {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}

function hasCounts(usage: Record<string, unknown> | undefined, names: readonly string[]): string | null {
  const missing = names.find((name) => typeof usage?.[name] !== 'number');
  return missing === undefined ? null : `usage without ${missing}`;
}

/** Reads as the standard of server-sent events says; comments go. */
function readEvents(text: string): ReadEvent[] {
  const blocks = text.replaceAll('\r\n', '\n').split('\n\n');
  if (blocks.pop() !== '') throw new Error('the last event has no end');
  const events: ReadEvent[] = [];
  for (const [place, block] of blocks.entries()) {
    const lines = block.split('\n').filter((line) => line !== '' && !line.startsWith(':'));
    if (lines.length === 0) continue;
    const valuesOf = (field: string): string[] =>
      lines.filter((line) => line.startsWith(`${field}:`)).map((line) => line.slice(field.length + 1).trim());
    const [name = ''] = valuesOf('event');
    try {
      events.push({ name, data: JSON.parse(valuesOf('data').join('\n')) });
    } catch {
      throw new Error(`event ${place} (${name}): its data is no JSON: ${block}`.slice(0, 400));
    }
  }
  return events;
}
