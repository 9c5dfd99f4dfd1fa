import { describe, expect, it } from 'vitest';
import { assertResponseStream } from '../../../test/grammars/openai-responses-grammar.ts';
import {
  answerOptions,
  joined,
  noAddress,
  requestTarget,
  streamOf,
} from '../../../test/suites/conversation-suite.ts';
import { LongTexts } from '../../platform/json/long-texts.ts';
import { openAiChatConversation as chat } from '../openai-chat/openai-chat-conversation.ts';
import { openAiResponsesConversation as responses } from './openai-responses-conversation.ts';

const parameters = { type: 'object', properties: {} };
const functionOf = (name: string, description = '') => ({ type: 'function', name, description, parameters });
/** As Codex names its tools. */
const codexTools = {
  ...{ type: 'additional_tools', id: 'at_1', role: 'developer' },
  tools: [
    {
      ...{ type: 'namespace', name: 'functions', description: '' },
      tools: [{ type: 'custom', name: 'exec', description: 'Runs code', format: { type: 'text' } }],
    },
    {
      ...{ type: 'namespace', name: 'clock', description: 'Tools of time.' },
      tools: [functionOf('sleep', 'Waits.'), functionOf('now')],
    },
  ],
};
const hello = { role: 'user', content: 'Hi' };

function read(request: object) {
  const texts = new LongTexts();
  const tree = texts.parse(Buffer.from(JSON.stringify({ model: 'm', ...request })));
  return responses.readRequest(tree, { address: noAddress, texts });
}

describe('tools in namespaces', () => {
  it('stand in the input or beside it, and have one name each', () => {
    const [, clock] = codexTools.tools;
    for (const request of [{ input: [codexTools, hello] }, { input: [hello], tools: codexTools.tools }]) {
      const talk = read(request);
      expect(talk.tools).toMatchObject([
        { kind: 'custom', name: 'exec', description: 'Runs code' },
        { kind: 'function', name: 'clock__sleep', description: 'Tools of time.\n\nWaits.' },
        { kind: 'function', name: 'clock__now', description: '' },
      ]);
      expect(talk.turns).toHaveLength(1);
      expect(talk.leftovers).toEqual([]);
    }
    const again = read({ input: [codexTools, hello, { ...codexTools, tools: [clock] }], tools: [clock] });
    expect(again.tools).toHaveLength(3);
  });

  it('are called by the names that the caller knows, and their calls go back by the others', () => {
    const call = { type: 'function_call', call_id: 'c1', name: 'sleep', namespace: 'clock', arguments: '{}' };
    const output = { type: 'function_call_output', call_id: 'c1', output: 'done' };
    const talk = read({
      input: [codexTools, hello, call, output],
      tool_choice: { type: 'function', name: 'sleep', namespace: 'clock' },
    });
    const { tools, messages, tool_choice } = chat.writeRequest(talk, requestTarget()) as {
      tools: { function: { name: string } }[];
      messages: object[];
      tool_choice: object;
    };
    expect(tools.map((tool) => tool.function.name)).toEqual(['exec', 'clock__sleep', 'clock__now']);
    expect(tool_choice).toEqual({ type: 'function', function: { name: 'clock__sleep' } });
    expect(messages).toMatchObject([
      hello,
      { role: 'assistant', tool_calls: [{ id: 'c1', function: { name: 'clock__sleep' } }] },
      { role: 'tool', tool_call_id: 'c1' },
    ]);

    const answer = joined(1, (order) => {
      order.start({ id: 'a', model: 'm', createdSeconds: 1 });
      order.open(0, 'c1', { kind: 'call', id: 'c1', name: 'exec', isCustom: true });
      order.add(0, 'c1', 'text(1)');
      order.open(0, 'c2', { kind: 'call', id: 'c2', name: 'clock__now', isCustom: false });
      order.stop(0, { reason: 'tools', raw: '', sequence: '' });
    });
    const namespaced = new Map(talk.namespaced.map((tool) => [tool.name, tool]));
    const called = [
      { type: 'custom_tool_call', name: 'exec', namespace: 'functions', input: 'text(1)' },
      { type: 'function_call', name: 'now', namespace: 'clock', arguments: '{}' },
    ];
    expect(responses.writeAnswer(answer, answerOptions({ namespaced }))).toMatchObject({ output: called });
    const stream = streamOf(responses, answer, { namespaced });
    assertResponseStream(stream);
    const last = JSON.parse(stream.slice(stream.lastIndexOf('data: ') + 6));
    expect(last.response.output).toMatchObject(called);
    expect(stream).not.toContain('clock__');
  });

  it('a search that the client runs is a function, and its calls are searches again', () => {
    const search = { type: 'tool_search', execution: 'client', description: 'Finds tools.' };
    const item = { execution: 'client', call_id: 's1', status: 'completed' };
    const mail = { type: 'function', name: 'mail', parameters: { type: 'object', properties: {} } };
    const talk = read({
      tools: [search],
      input: [
        hello,
        { type: 'tool_search_call', ...item, arguments: { query: 'mail' } },
        { type: 'tool_search_output', ...item, tools: [mail] },
      ],
    });
    expect(talk.leftovers).toEqual([]);
    expect(chat.writeRequest(talk, requestTarget())).toMatchObject({
      tools: [{ function: { name: 'tool_search' } }, { function: { name: 'mail' } }],
      messages: [
        hello,
        { tool_calls: [{ id: 's1', function: { name: 'tool_search', arguments: '{"query":"mail"}' } }] },
        { role: 'tool', tool_call_id: 's1', content: 'These tools are available now: mail' },
      ],
    });

    const answer = joined(1, (order) => {
      order.open(0, 's2', { kind: 'call', id: 's2', name: 'tool_search', isCustom: false });
      order.add(0, 's2', '{"query":"dates"}');
      order.stop(0, { reason: 'tools', raw: '', sequence: '' });
    });
    const namespaced = new Map(talk.namespaced.map((tool) => [tool.name, tool]));
    const called = {
      ...{ type: 'tool_search_call', execution: 'client', call_id: 's2', status: 'completed' },
      arguments: { query: 'dates' },
    };
    expect(responses.writeAnswer(answer, answerOptions({ namespaced }))).toMatchObject({ output: [called] });
    const stream = streamOf(responses, answer, { namespaced });
    assertResponseStream(stream);
    expect(JSON.parse(stream.slice(stream.lastIndexOf('data: ') + 6)).response.output).toMatchObject([
      called,
    ]);
  });
});
