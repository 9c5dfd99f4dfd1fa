import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { assertMessageStream } from '../../../test/grammars/anthropic-messages-grammar.ts';
import { recordedMessage } from '../../../test/upstreams/anthropic-messages-upstream.ts';
import { streamOfMessage } from './anthropic-messages-events.ts';

// biome-ignore lint/suspicious/noExplicitAny: events have many shapes; the assertions say which.
const eventsOf = (stream: string): any[] =>
  stream
    .split('\n\n')
    .filter((block) => block !== '')
    .map((block) => JSON.parse(block.slice(block.indexOf('data: ') + 6)));

/** Puts a message together as clients do. */
function joined(stream: string): Record<string, unknown> {
  const message: Record<string, unknown> = {};
  // biome-ignore lint/suspicious/noExplicitAny: blocks have many shapes.
  const content: any[] = [];
  for (const { type, message: head, content_block, index, delta, usage, ...rest } of eventsOf(stream)) {
    if (type === 'message_start') Object.assign(message, head, { content });
    else if (type === 'content_block_start') content[index] = { ...content_block };
    else if (type === 'content_block_delta') {
      const block = content[index];
      if (delta.type === 'text_delta') block.text += delta.text;
      if (delta.type === 'thinking_delta') block.thinking += delta.thinking;
      if (delta.type === 'signature_delta') block.signature = delta.signature;
      if (delta.type === 'citations_delta') block.citations.push(delta.citation);
      if (delta.type === 'input_json_delta') block.input = JSON.parse(delta.partial_json || '{}');
    } else if (type === 'message_delta') Object.assign(message, delta, rest, { usage });
  }
  return message;
}

const names = ['text', 'tool-no-args', 'json-tool.1', 'clear-thinking.1', 'refusal'];

describe('a whole message as a stream', () => {
  it.each(names)('has the order of a stream and is the same message: %s', (name) => {
    const whole = JSON.parse(recordedMessage(`anthropic-${name}`)) as object;
    const stream = streamOfMessage(whole);
    assertMessageStream(stream);
    expect(joined(stream)).toEqual({ stop_sequence: null, ...whole });
  });

  it('keeps blocks of every kind', () => {
    const text = fc.string();
    const block = fc.oneof(
      fc.record({ type: fc.constant('text'), text }),
      fc.record({
        ...{ type: fc.constant('text'), text },
        citations: fc.array(fc.record({ type: fc.constant('char_location'), cited_text: text }), {
          minLength: 1,
        }),
      }),
      fc.record({ type: fc.constant('thinking'), thinking: text, signature: text }),
      fc.record({ type: fc.constant('redacted_thinking'), data: text }),
      fc.record({
        ...{ type: fc.constantFrom('tool_use', 'server_tool_use'), id: text, name: text },
        input: fc.dictionary(
          text.filter((name) => name !== '__proto__'),
          fc.oneof(text, fc.integer(), fc.boolean(), fc.constant(null)),
        ),
      }),
      fc.record({ type: fc.constant('web_search_tool_result'), tool_use_id: text, content: fc.array(text) }),
    );
    const usage = { input_tokens: 5, output_tokens: 7 };
    const head = { id: 'msg_1', type: 'message', role: 'assistant', model: 'm', container: { id: 'c' } };
    fc.assert(
      fc.property(fc.array(block, { maxLength: 5 }), (content) => {
        const whole = { ...head, content, stop_reason: 'end_turn', stop_sequence: null, usage };
        const stream = streamOfMessage(whole);
        assertMessageStream(stream);
        expect(joined(stream)).toEqual(JSON.parse(JSON.stringify(whole)));
      }),
    );
  });

  it('tells an error as one', () => {
    const error = { type: 'error', error: { type: 'overloaded_error', message: 'busy' } };
    expect(eventsOf(streamOfMessage(error))).toEqual([error]);
  });

  it.each([[[]], [{}], [{ content: null }], [{ choices: [] }]])('is none of %j', (value) => {
    expect(() => streamOfMessage(value)).toThrow();
  });
});
