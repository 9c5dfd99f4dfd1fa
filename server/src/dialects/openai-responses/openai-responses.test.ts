import { describe, expect, it } from 'vitest';
import { JsonScanner } from '../../platform/json/json-scanner.ts';
import { splice } from '../../platform/json/splice.ts';
import { openAiResponses } from './openai-responses.ts';

const address = { model: null, verb: null, query: '' };

function scanned(body: object | string) {
  const bytes = Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
  const { members, notices } = openAiResponses;
  const scan = new JsonScanner({ members, notices });
  scan.feed(bytes);
  scan.end();
  return { address, body: bytes, scan };
}
const factsOf = (body: object) => openAiResponses.readFacts(scanned({ model: 'm', ...body }));
const message = (...content: object[]) => ({ input: [{ role: 'user', content }] });
const base64 = Buffer.from(
  Array.from({ length: 60_000 }, (_, index) => (index * 73 + (index >> 7)) & 0xff),
).toString('base64');

describe('facts of a request for a response', () => {
  it('reads what a call needs', () => {
    expect(factsOf({ input: 'Hi', stream: true, max_output_tokens: 50, tools: [] })).toMatchObject({
      model: 'm',
      stream: true,
      maxOutputTokens: 50,
      answerCount: 1,
      hasTools: true,
      media: null,
    });
  });

  it.each([
    [
      'a picture at an address',
      message({ type: 'input_image', image_url: 'https://example.com/a.png' }),
      16_384,
    ],
    ['a picture that was uploaded', message({ type: 'input_image', file_id: 'file-1' }), 4_784],
    [
      'an inlined picture',
      message({ type: 'input_image', image_url: `data:image/png;base64,${base64}` }),
      16_384,
    ],
    ['a file at an address', message({ type: 'input_file', file_url: 'https://example.com/a.pdf' }), 250_000],
    ['an uploaded file', message({ type: 'input_file', file_id: 'file-1' }), 250_000],
    [
      'an inlined file',
      message({ type: 'input_file', filename: 'a.pdf', file_data: `data:application/pdf;base64,${base64}` }),
      50_000,
    ],
    [
      'the picture of a screen that a tool made',
      {
        input: [
          {
            type: 'computer_call_output',
            call_id: 'c',
            output: { type: 'computer_screenshot', image_url: 'https://example.com/s.png' },
          },
        ],
      },
      16_384,
    ],
    ['sound', message({ type: 'input_audio', input_audio: { data: base64, format: 'mp3' } }), 2_000],
  ])('%s is held as one', (_what, body, tokens) => {
    const { media } = factsOf(body);
    const held = (media?.imageCount ?? 0) * 16_384 + (media?.documentTokens ?? 0) + (media?.audioTokens ?? 0);
    expect(held).toBeGreaterThanOrEqual(tokens);
  });

  it('names of media in a schema are text', () => {
    const properties = { image_url: { type: 'string' }, file_id: { type: 'string' } };
    const schema = { type: 'object', properties };
    expect(
      factsOf({ input: 'Hi', text: { format: { type: 'json_schema', name: 'a', schema } } }).media,
    ).toMatchObject({
      imageCount: 0,
      documentTokens: 0,
    });
  });

  it('a prompt of the vendor’s is held at its most', () => {
    expect(factsOf({ prompt: { id: 'pmpt_1' } }).inputTokens).toBeGreaterThan(1_000_000);
    expect(factsOf({ input: 'Hi', prompt: null }).inputTokens).toBeLessThan(100);
  });

  it.each([
    { body: { previous_response_id: 'resp_1' }, named: [{ kind: 'previous_response', id: 'resp_1' }] },
    { body: { conversation: 'conv_1' }, named: [{ kind: 'conversation', id: 'conv_1' }] },
    { body: { conversation: { id: 'conv_1' } }, named: [{ kind: 'conversation', id: 'conv_1' }] },
    {
      body: { previous_response_id: 'resp_1', prompt: { id: 'pmpt_1' } },
      named: [
        { kind: 'previous_response', id: 'resp_1' },
        { kind: 'prompt', id: 'pmpt_1' },
      ],
    },
    { body: { input: 'Hi', previous_response_id: null, conversation: null }, named: undefined },
  ])('names what it goes on from: $named', ({ body, named }) => {
    expect(factsOf(body).named).toEqual(named);
  });

  it.each([
    ['previous_response_id', ['resp_1']],
    ['previous_response_id', { id: 'resp_1' }],
    ['previous_response_id', 5],
    ['conversation', ['conv_1']],
    ['conversation', { id: ['conv_1'] }],
    ['conversation', {}],
    ['conversation', true],
  ])('%s that is no id is refused: %j', (field, value) => {
    expect(() => factsOf({ input: 'Hi', [field]: value })).toThrow(
      expect.objectContaining({ code: 'request.invalid', fields: [{ field, code: 'invalid_string' }] }),
    );
  });

  it('a conversation that names two ids is refused', () => {
    const twice = scanned('{"model":"m","input":"Hi","conversation":{"id":"conv_1","id":"conv_2"}}');
    expect(() => openAiResponses.readFacts(twice)).toThrow(
      expect.objectContaining({ code: 'request.duplicate_member' }),
    );
  });

  it('asks for a picture by its tool', () => {
    expect(factsOf({ input: 'Hi', tools: [{ type: 'image_generation' }] }).asks.imageOutput).toBe(true);
    expect(factsOf({ input: 'Hi', tools: [{ type: 'web_search' }] }).asks.imageOutput).toBe(false);
  });
});

describe('a request for a response that passes', () => {
  const pass = (body: string, upstreamModel: string, tokens: number | null = null): string => {
    const request = scanned(body);
    const outputLimit = tokens === null ? null : { member: 'max_output_tokens', tokens };
    const options = { upstreamModel, outputLimit, asksUsage: true };
    return splice(
      request.body,
      openAiResponses.editsOf(request, openAiResponses.readFacts(request), options),
    ).toString();
  };

  it('changes the name of the model alone', () => {
    const body = '{ "input" : "Hi",  "model":"m", "unknown": {"model":"m"} }\n';
    expect(pass(body, 'm')).toBe(body);
    expect(pass(body, 'other')).toBe(body.replace('"model":"m",', '"model":"other",'));
  });

  it('is bounded at its end, or where its own bound is null', () => {
    expect(pass('{"model":"m","input":"Hi"}', 'm', 99)).toBe(
      '{"model":"m","input":"Hi","max_output_tokens":99}',
    );
    expect(pass('{"model":"m","max_output_tokens":null,"input":"Hi"}', 'm', 99)).toBe(
      '{"model":"m","max_output_tokens":99,"input":"Hi"}',
    );
  });
});
