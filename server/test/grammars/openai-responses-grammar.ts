type Json = Record<string, unknown>;

interface OpenItem {
  id: unknown;
  type: unknown;
  /** Kind of the open content or summary part, its place, and its text so far. */
  part: { kind: string; index: number; text: string; isTextDone: boolean } | null;
  contents: number;
  summaries: number;
  annotations: number;
  /** Arguments or input so far. */
  given: string;
  isGivenDone: boolean;
}

const TERMINAL: Record<string, string> = {
  'response.completed': 'completed',
  'response.incomplete': 'incomplete',
  'response.failed': 'failed',
};

/** Parts by the events that hold their text: how the part's type, its member and its place are called. */
const TEXTS: Record<string, { type: string; member: string; place: 'content_index' | 'summary_index' }> = {
  'response.output_text': { type: 'output_text', member: 'text', place: 'content_index' },
  'response.refusal': { type: 'refusal', member: 'refusal', place: 'content_index' },
  'response.reasoning_text': { type: 'reasoning_text', member: 'text', place: 'content_index' },
  'response.reasoning_summary_text': { type: 'summary_text', member: 'text', place: 'summary_index' },
};

const GIVEN: Record<string, { type: string; member: string }> = {
  'response.function_call_arguments': { type: 'function_call', member: 'arguments' },
  'response.custom_tool_call_input': { type: 'custom_tool_call', member: 'input' },
};

/**
 * Refuses a stream of a response that OpenAI would not send; one that ends with an error may stop anywhere. Events that
 * it does not know pass. Source: OpenAI API reference, "Streaming events".
 */
export function assertResponseStream(text: string, { isNumbered = true } = {}): void {
  const events = text.split('\n\n');
  if (events.pop() !== '') throw new Error('the stream does not end with a blank line');
  const checker = new ResponseChecker(isNumbered);
  events.forEach((event, place) => {
    try {
      if (!event.startsWith(':')) checker.event(event);
    } catch (error) {
      throw new Error(`event ${place}: ${(error as Error).message}: ${event.slice(0, 300)}`);
    }
  });
  checker.end();
}

class ResponseChecker {
  readonly #isNumbered: boolean;
  #count = 0;
  #id: unknown = null;
  #isOver = false;
  #isError = false;
  readonly #done: Json[] = [];
  #open: OpenItem | null = null;

  constructor(isNumbered: boolean) {
    this.#isNumbered = isNumbered;
  }

  end(): void {
    if (!this.#isOver) throw new Error('no terminal event');
  }

  event(frame: string): void {
    const lines = frame.split('\n');
    const name = lines.find((line) => line.startsWith('event: '))?.slice(7);
    const data = lines.filter((line) => line.startsWith('data: '));
    assert(data.length === 1, 'no single data line');
    const event = JSON.parse((data[0] as string).slice(6)) as Json;
    const type = String(event.type);
    assert(name === undefined || name === type, 'another name than type');
    // OpenAI itself reports a failure twice.
    assert(!this.#isOver || (this.#isError && type === 'response.failed'), 'something after the end');
    if (this.#isNumbered) assert(event.sequence_number === this.#count, 'no next sequence number');
    this.#count += 1;
    if (type === 'error') {
      assert(typeof (event.error as Json | undefined)?.message === 'string', 'an error without a text');
      this.#isOver = true;
      this.#isError = true;
      return;
    }
    assert(type === 'response.created' || this.#id !== null, 'something before response.created');
    if (type in TERMINAL) this.#terminal(type, event.response as Json);
    else if (type === 'response.created' || type === 'response.in_progress') this.#begin(type, event);
    else if (type.startsWith('response.output_item.')) this.#item(type, event);
    else this.#inside(type, event);
  }

  #begin(type: string, { response }: Json): void {
    const { id, object, status, output, model, created_at } = response as Json;
    assert(object === 'response' && typeof id === 'string' && id !== '', 'no response');
    assert(status === 'in_progress', 'begins with another status');
    assert(typeof model === 'string' && Number.isInteger(created_at), 'no model or time');
    assert(Array.isArray(output) && output.length === 0, 'begins with an output');
    if (type === 'response.created') {
      assert(this.#id === null, 'a second response');
      this.#id = id;
    } else assert(id === this.#id && this.#count === 2, 'in progress at another time');
  }

  #terminal(type: string, response: Json): void {
    const { id, status, output, error, incomplete_details, usage } = response;
    assert(id === this.#id, 'another id');
    assert(status === TERMINAL[type], 'another status than its event');
    this.#isOver = true;
    if (type === 'response.failed') {
      assert(typeof (error as Json | null)?.message === 'string', 'failed without an error');
      return;
    }
    assert(this.#open === null, 'an item is open');
    assert(error === null || error === undefined, 'an error in an answer');
    if (type === 'response.incomplete')
      assert(typeof (incomplete_details as Json | null)?.reason === 'string', 'incomplete without a reason');
    assertEqual(
      (output as Json[]).map(({ id: itemId, type: itemType }) => [itemType, itemId]),
      this.#done.map((item) => [item.type, item.id]),
      'another output than its items',
    );
    for (const [place, item] of this.#done.entries())
      assertEqual(unsealed((output as Json[])[place]), unsealed(item), 'an item changed');
    if (usage !== null && usage !== undefined) assertUsage(usage as Json);
  }

  #item(type: string, { output_index, item }: Json): void {
    const { id, type: itemType, status } = item as Json;
    assert(output_index === this.#done.length, 'an item at another place');
    assert(typeof id === 'string' && id !== '', 'an item without an id');
    if (type === 'response.output_item.added') {
      assert(this.#open === null, 'an item begins in another');
      assert(status === 'in_progress' || status === undefined, 'an item begins with another status');
      this.#open = {
        ...{ id, type: itemType, part: null, contents: 0, summaries: 0, annotations: 0 },
        ...{ given: '', isGivenDone: false },
      };
      if (itemType === 'message') assert((item as Json).role === 'assistant', 'a message without a role');
      if (itemType === 'function_call' || itemType === 'custom_tool_call')
        assert(
          typeof (item as Json).call_id === 'string' && typeof (item as Json).name === 'string',
          'a call without an id or a name',
        );
      return;
    }
    const open = this.#open;
    assert(open !== null && open.id === id && open.type === itemType, 'the end of another item');
    assert(open?.part === null, 'a part is open');
    assert(status !== 'in_progress', 'an item ends in progress');
    if (itemType === 'function_call' || itemType === 'custom_tool_call') {
      assert(open?.isGivenDone === true, 'a call ends without its input');
      const { arguments: given, input } = item as Json;
      assert((itemType === 'function_call' ? given : input) === open?.given, 'another input');
    }
    if (itemType === 'message')
      assert(((item as Json).content as unknown[]).length === open?.contents, 'parts are missing');
    this.#done.push(item as Json);
    this.#open = null;
  }

  #inside(type: string, event: Json): void {
    const at = type.lastIndexOf('.');
    const [base, verb] = [type.slice(0, at), type.slice(at + 1)];
    const isKnown = base in TEXTS || base in GIVEN || /_part$|\.annotation$/.test(base);
    if (!isKnown) return;
    const open = this.#open as OpenItem;
    assert(open !== null && event.item_id === open.id, 'of an item that is not open');
    assert(event.output_index === this.#done.length, 'of an item at another place');
    if (base in GIVEN) this.#given(base, verb, event);
    else if (base.endsWith('_part')) this.#part(base, verb, event);
    else if (base.endsWith('.annotation')) {
      assert(event.annotation_index === open.annotations, 'an annotation at another place');
      assert(open.part?.kind === 'output_text', 'an annotation outside of a text');
      open.annotations += 1;
    } else this.#text(base, verb, event);
  }

  #given(base: string, verb: string, event: Json): void {
    const { type, member } = GIVEN[base] as { type: string; member: string };
    const open = this.#open as OpenItem;
    assert(open.type === type, 'input of another kind');
    assert(!open.isGivenDone, 'input after its end');
    if (verb === 'delta') {
      assert(typeof event.delta === 'string', 'input that is no text');
      open.given += event.delta;
    } else {
      assert(open.given === '' || event[member] === open.given, 'another input than its deltas');
      open.given = String(event[member]);
      open.isGivenDone = true;
    }
  }

  #part(base: string, verb: string, event: Json): void {
    const open = this.#open as OpenItem;
    const isSummary = base === 'response.reasoning_summary_part';
    const index = (isSummary ? event.summary_index : event.content_index) as number;
    const part = event.part as Json;
    if (verb === 'added') {
      assert(open.part === null, 'a part begins in another');
      assert(index === (isSummary ? open.summaries : open.contents), 'a part at another place');
      assert((part.text ?? part.refusal) === '', 'a part begins with text');
      if (isSummary) open.summaries += 1;
      else open.contents += 1;
      open.part = { kind: String(part.type), index, text: '', isTextDone: false };
      open.annotations = 0;
      return;
    }
    assert(open.part?.kind === part.type && open.part?.index === index, 'the end of another part');
    assert(open.part?.isTextDone === true, 'a part ends without its text');
    assert((part.text ?? part.refusal) === open.part?.text, 'a part ends with another text');
    open.part = null;
  }

  #text(base: string, verb: string, event: Json): void {
    const { type, member, place } = TEXTS[base] as { type: string; member: string; place: string };
    const part = this.#open?.part ?? null;
    assert(part !== null && part.kind === type && event[place] === part.index, 'text of no open part');
    if (part === null) return;
    assert(!part.isTextDone, 'text after its end');
    if (verb === 'delta') {
      assert(typeof event.delta === 'string', 'no text');
      part.text += event.delta;
    } else {
      assert(event[member] === part.text, 'another text than its deltas');
      part.isTextDone = true;
    }
  }
}

/** OpenAI seals an item anew whenever it sends it. */
const unsealed = (item: Json | undefined): Json => ({ ...item, encrypted_content: null });

function assertUsage(usage: Json): void {
  const details = (name: string) => (usage[name] ?? {}) as Json;
  const counts = [
    ...[usage.input_tokens, usage.output_tokens, usage.total_tokens],
    ...[details('input_tokens_details').cached_tokens, details('output_tokens_details').reasoning_tokens],
  ];
  assert(
    counts.every((count) => Number.isInteger(count)),
    'a usage without its details',
  );
}

function assert(condition: boolean, what: string): void {
  if (!condition) throw new Error(what);
}

function assertEqual(value: unknown, expected: unknown, what: string): void {
  assert(JSON.stringify(value) === JSON.stringify(expected), what);
}
