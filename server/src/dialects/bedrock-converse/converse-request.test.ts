import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { conversations } from '../../../test/arbitraries/conversations.ts';
import { requestTarget } from '../../../test/suites/conversation-suite.ts';
import type { RequestTarget } from '../conversation-format.ts';
import {
  type Conversation,
  emptyConversation,
  type MediaPart,
  type Part,
  type Tool,
  textPart,
} from '../neutral/conversation.ts';
import { writeConverseRequest } from './converse-request-writer.ts';

const turn = (role: 'system' | 'user' | 'assistant', ...parts: Part[]) => ({ role, name: '', parts });
const hello = turn('user', textPart('Hi'));
const call: Part = {
  ...{ kind: 'call', id: 'call 1', name: 'mcp.look up', input: '{"a":1}', isCustom: false },
  ...{ seal: null, mark: null },
};
const result: Part = {
  ...{ kind: 'result', callId: 'call 1', name: '', isError: true, mark: null, parts: [textPart('no')] },
};
const schema = { type: 'object', properties: { a: { type: 'number' } } };
const tool: Tool = {
  kind: 'function',
  ...{ name: 'mcp.look up', description: '', schema, strict: true, mark: null },
};

function written(talk: Partial<Conversation>, target: Partial<RequestTarget> = {}) {
  const given = requestTarget({ outputLimit: null, ...target });
  const body = writeConverseRequest({ ...emptyConversation(), turns: [hello], ...talk }, given);
  return { body: JSON.parse(given.texts.write(body).toString()), report: given.report.header() };
}

describe('a request of Converse', () => {
  it('ends with a point where the user said nothing last, lest the model goes on with its own words', () => {
    const turns = [hello, turn('assistant', textPart('Done.')), turn('user', textPart(' '))];
    const { body, report } = written({ turns });
    expect(body.messages.at(-1)).toEqual({ role: 'user', content: [{ text: '.' }] });
    expect(report).toBe('approximated=messages.content');
  });

  it('says system, settings and turns; the address says the model', () => {
    const { body, report } = written(
      {
        turns: [turn('system', textPart('Be kind.', { lifetime: '1h' })), hello],
        settings: { ...emptyConversation().settings, temperature: 0.5, topP: 0.9, stop: ['|'] },
        account: { ...emptyConversation().account, serviceTier: 'flex' },
      },
      { outputLimit: { member: 'maxTokens', tokens: 7 }, stream: true },
    );
    expect(body).toEqual({
      system: [{ text: 'Be kind.' }, { cachePoint: { type: 'default', ttl: '1h' } }],
      messages: [{ role: 'user', content: [{ text: 'Hi' }] }],
      inferenceConfig: { maxTokens: 7, temperature: 0.5, topP: 0.9, stopSequences: ['|'] },
      serviceTier: { type: 'flex' },
    });
    expect(report).toBe('');
  });

  it('names what it has no word for', () => {
    const settings = { ...emptyConversation().settings, topK: 3, seed: 1, temperature: 2 };
    const { body, report } = written({ settings, parallelCalls: false });
    expect(body.inferenceConfig).toEqual({ temperature: 1 });
    expect(report).toBe('dropped=top_k,seed,parallel_tool_calls; approximated=temperature');
  });

  it('has tools with names that the vendor takes, their calls as objects, results with their status', () => {
    const { body } = written({
      turns: [hello, turn('assistant', call), turn('user', result)],
      tools: [tool],
      toolChoice: { kind: 'tool', name: 'mcp.look up' },
    });
    const { name } = body.toolConfig.tools[0].toolSpec;
    expect(name).toMatch(/^mcp_look_up_\w{8}$/);
    expect(body.toolConfig).toEqual({
      tools: [{ toolSpec: { name, inputSchema: { json: schema }, strict: true } }],
      toolChoice: { tool: { name } },
    });
    const toolUseId = body.messages[1].content[0].toolUse.toolUseId;
    expect(toolUseId).toMatch(/^[\w-]{1,64}$/);
    expect(body.messages.slice(1)).toEqual([
      { role: 'assistant', content: [{ toolUse: { toolUseId, name, input: { a: 1 } } }] },
      {
        role: 'user',
        content: [{ toolResult: { toolUseId, content: [{ text: 'no' }], status: 'error' } }],
      },
    ]);
  });

  it('offers the tools of earlier calls where the caller offers none: it is refused without them', () => {
    const { body, report } = written({ turns: [hello, turn('assistant', call), turn('user', result)] });
    expect(body.toolConfig.tools).toHaveLength(1);
    expect(report).toContain('added=tools');
  });

  it.each([
    [{ kind: 'required' } as const, { any: {} }],
    [{ kind: 'auto' } as const, undefined],
  ])('chooses a tool as %j says', (toolChoice, said) => {
    expect(written({ tools: [tool], toolChoice }).body.toolConfig.toolChoice).toEqual(said);
  });

  it('leaves the tools out where none may be called', () => {
    expect(written({ tools: [tool], toolChoice: { kind: 'none' } }).body).not.toHaveProperty('toolConfig');
  });

  it.each([{ kind: 'required' } as const, { kind: 'tool', name: 'other' } as const])(
    'is refused where %j has no tool',
    (toolChoice) => {
      const tools = toolChoice.kind === 'tool' ? [tool] : [];
      expect(() => written({ tools, toolChoice })).toThrow(
        expect.objectContaining({ fields: [{ field: 'tool_choice', code: 'unsupported_tool' }] }),
      );
    },
  );

  it('says a schema of the answer as a text of JSON', () => {
    const output = { format: 'schema', schema, name: 'n', description: '', strict: true } as const;
    expect(written({ output }).body.outputConfig).toEqual({
      textFormat: {
        type: 'json_schema',
        structure: { jsonSchema: { schema: JSON.stringify(schema), name: 'n' } },
      },
    });
    expect(written({ output: { ...output, format: 'json', schema: null } }).report).toContain(
      'approximated=response_format',
    );
  });

  it.each([
    ['openai.gpt-oss-120b-1:0', 'low', { reasoning_effort: 'low' }],
    [
      'us.amazon.nova-2-lite-v1:0',
      'xhigh',
      { reasoningConfig: { type: 'enabled', maxReasoningEffort: 'high' } },
    ],
    ['deepseek.r1-v1:0', 'low', undefined],
  ])('%s is told how long to think in its own words: %s', (upstreamModel, effort, fields) => {
    const thinking = { mode: 'on', budgetTokens: null, effort, shown: null } as const;
    const { body, report } = written({ thinking }, { upstreamModel });
    expect(body.additionalModelRequestFields).toEqual(fields);
    expect(report).toBe(fields === undefined ? 'dropped=thinking' : '');
  });

  it('gives thinking back with its proof, and that of others not', () => {
    const thought = (dialect: 'bedrock-converse' | 'gemini', value: string): Part => ({
      ...{ kind: 'thinking', text: 'Hm', isSummary: false, seal: { dialect, value } },
    });
    const { body, report } = written({
      turns: [
        hello,
        turn('assistant', thought('bedrock-converse', 'c2ln'), thought('gemini', 'x'), textPart('Ho')),
        turn('user', textPart('?')),
      ],
    });
    expect(body.messages[1].content).toEqual([
      { reasoningContent: { reasoningText: { text: 'Hm', signature: 'c2ln' } } },
      { text: 'Ho' },
    ]);
    expect(report).toBe('dropped=thinking');
    const redacted = written({
      turns: [hello, turn('assistant', thought('bedrock-converse', 'redacted:QUJD')), hello],
    });
    expect(redacted.body.messages[1].content).toEqual([{ reasoningContent: { redactedContent: 'QUJD' } }]);
  });

  it('leaves out texts of nothing but blanks, and what is left of a turn of the assistant has none at its end', () => {
    const { body } = written({
      turns: [turn('user', textPart(' '), textPart('Hi')), turn('assistant', textPart('Ho '))],
    });
    expect(body.messages).toEqual([
      { role: 'user', content: [{ text: 'Hi' }] },
      { role: 'assistant', content: [{ text: 'Ho' }] },
    ]);
    expect(() => written({ turns: [turn('user', textPart(' '))] })).toThrow(
      expect.objectContaining({ fields: [{ field: 'messages', code: 'required' }] }),
    );
  });
});

describe('media in a request of Converse', () => {
  const media = (rest: Partial<MediaPart>): MediaPart => ({
    ...{ kind: 'media', media: 'image', mimeType: 'image/png', name: '', detail: '', mark: null },
    source: { kind: 'bytes', data: 'QUJD' },
    ...rest,
  });
  const contentOf = (...parts: Part[]) =>
    written({ turns: [turn('user', ...parts)] }).body.messages[0].content;

  it('are blocks with a format, documents with names of their own and a text beside them', () => {
    const pdf = media({ media: 'file', mimeType: 'application/pdf', name: 'a_b.pdf' });
    expect(contentOf(media({}), pdf, pdf)).toEqual([
      { image: { format: 'png', source: { bytes: 'QUJD' } } },
      { document: { format: 'pdf', name: 'a b pdf', source: { bytes: 'QUJD' } } },
      { document: { format: 'pdf', name: 'a b pdf 2', source: { bytes: 'QUJD' } } },
      { text: '.' },
    ]);
  });

  it('may lie in a bucket', () => {
    const source = { kind: 'url', url: 's3://bucket/a.png' } as const;
    expect(contentOf(media({ source }))).toEqual([
      { image: { format: 'png', source: { s3Location: { uri: 's3://bucket/a.png' } } } },
    ]);
  });

  it.each([
    [{ source: { kind: 'url', url: 'https://a.example/a.png' } } as const, 'unsupported_image_url'],
    [{ source: { kind: 'id', id: 'file-1' } } as const, 'unsupported_image_file_id'],
    [{ mimeType: 'image/tiff' }, 'unsupported_image'],
  ])('are refused elsewhere and in formats that are unknown: %j', (rest, code) => {
    expect(() => contentOf(media(rest))).toThrow(
      expect.objectContaining({ fields: [{ field: 'messages.content', code }] }),
    );
  });
});

interface Block {
  text?: string;
  document?: { name: string };
  toolUse?: { toolUseId: string; name: string };
  toolResult?: { toolUseId: string; content: Block[] };
}

it('fits what the vendor checks, and says every text, whatever is said', () => {
  const sayable = {
    media: ['image', 'file'],
    urls: [],
    thinking: false,
    stops: ['end'],
    answers: 1,
  } as const;
  fc.assert(
    fc.property(conversations(sayable), (talk) => {
      const { body } = written(talk);
      const messages = body.messages as { role: string; content: Block[] }[];
      messages.forEach(({ role, content }, at) => {
        expect(role).toBe(at % 2 === 0 ? 'user' : 'assistant');
        expect(content.length).toBeGreaterThan(0);
        const documents = content.flatMap(({ document }) => document?.name ?? []);
        expect(new Set(documents).size).toBe(documents.length);
        for (const { text, toolUse } of content) {
          expect(text?.trim()).not.toBe('');
          if (toolUse) expect(`${toolUse.toolUseId} ${toolUse.name}`).toMatch(/^[\w-]{1,64} [\w-]{1,64}$/);
        }
        const asked = messages[at - 1]?.content.flatMap(({ toolUse }) => toolUse?.toolUseId ?? []) ?? [];
        expect(content.flatMap(({ toolResult }) => toolResult?.toolUseId ?? [])).toEqual(asked);
      });
      const texts = (blocks: Block[]): string[] =>
        blocks.flatMap(({ text, toolResult }) => text ?? texts(toolResult?.content ?? []));
      const said = (parts: readonly Part[]): string[] =>
        parts.flatMap((part) =>
          part.kind === 'text' ? part.text.trim() : part.kind === 'result' ? said(part.parts) : [],
        );
      const all = [...texts(body.system ?? []), ...messages.flatMap(({ content }) => texts(content))];
      const trimmed = new Set(all.map((text) => text.trim()));
      for (const text of talk.turns.flatMap(({ parts }) => said(parts))) expect(trimmed).toContain(text);
    }),
  );
});
