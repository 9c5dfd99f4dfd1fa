import { describe, expect, it } from 'vitest';
import { findGeminiFault } from '../../../test/upstreams/gemini-request-rules.ts';
import { GatewayError } from '../../platform/gateway-error.ts';
import { JsonScanner } from '../../platform/json/json-scanner.ts';
import { splice } from '../../platform/json/splice.ts';
import type { Dialect, PassOptions } from '../dialect.ts';
import { gemini } from './gemini.ts';
import { geminiBatchEmbeddings, geminiEmbeddings } from './gemini-embeddings.ts';
import { resourcePath } from './gemini-model.ts';

const contents = [{ role: 'user', parts: [{ text: 'Hi' }] }];

interface Call {
  dialect?: Dialect;
  model?: string;
  verb?: string;
  query?: string;
}

function scanned(given: object | string, { dialect = gemini, model = 'm', verb, query = '' }: Call = {}) {
  const body = Buffer.from(typeof given === 'string' ? given : JSON.stringify(given));
  const { members, notices, listedMember } = dialect;
  const scan = new JsonScanner({ members, notices, listedMember });
  scan.feed(body);
  scan.end();
  const request = { address: { model, verb: verb ?? 'generateContent', query }, body, scan };
  return { request, facts: dialect.readFacts(request) };
}

const factsOf = (body: object | string, call: Call = {}) => scanned(body, call).facts;

function passed(body: object | string, options: Partial<PassOptions> = {}, call: Call = {}): string {
  const { request, facts } = scanned(body, call);
  const { dialect = gemini } = call;
  const all = { upstreamModel: facts.model, outputLimit: null, asksUsage: true, ...options };
  return splice(request.body, dialect.editsOf(request, facts, all)).toString('utf8');
}

/** Code of the error, and the fields that are wrong. */
function faultOf(run: () => unknown): string[] {
  try {
    run();
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    return [error.code, ...error.fields.map(({ field, code }) => `${field} ${code}`)];
  }
  return [];
}

describe('a request of Gemini', () => {
  it.each([
    { query: '', framing: 'json-array' },
    { query: 'alt=sse', framing: 'sse' },
    { query: 'key=sk-1&$alt=sse', framing: 'sse' },
    { query: '%24alt=sse', framing: 'sse' },
    { query: 'alt=json', framing: 'json-array' },
  ])('streams as $framing with "$query"', ({ query, framing }) => {
    const facts = factsOf({ contents }, { verb: 'streamGenerateContent', query });
    expect(facts).toMatchObject({ stream: true, framing });
    expect(factsOf({ contents }, { query }).stream).toBe(false);
  });

  it.each([
    { model: 'gemini-2.5-pro', named: 'gemini-2.5-pro' },
    { model: 'models/gemini-2.5-pro', named: 'gemini-2.5-pro' },
    { model: 'tunedModels/mine', named: 'tunedModels/mine' },
    { model: 'vendor/name:tag', named: 'vendor/name:tag' },
  ])('$model names the model $named', ({ model, named }) => {
    expect(factsOf({ contents }, { model }).model).toBe(named);
  });

  it.each(['', 'models/', 'a\u0000b', '\ud800', 'x'.repeat(300)])('a model cannot be named %j', (model) => {
    expect(faultOf(() => factsOf({ contents }, { model }))).toEqual([
      'request.invalid',
      'model invalid_string',
    ]);
  });

  it('a body may repeat the model, and name no other one', () => {
    expect(factsOf({ contents, model: 'models/m' }).model).toBe('m');
    expect(faultOf(() => factsOf({ contents, model: 'models/dear' }))).toEqual([
      'request.invalid',
      'model differs_from_address',
    ]);
  });

  it.each([
    { what: 'without contents', body: {}, fault: 'contents required' },
    { what: 'with a text as contents', body: { contents: 'Hi' }, fault: 'contents required' },
    {
      what: 'with a list as settings',
      body: { contents, generationConfig: [] },
      fault: 'generationConfig invalid_object',
    },
    ...[0, -1, 1.5, '100', 2 ** 31].map((maxOutputTokens) => ({
      what: `with ${JSON.stringify(maxOutputTokens)} as a bound`,
      body: { contents, generationConfig: { maxOutputTokens } },
      fault: 'generationConfig.maxOutputTokens out_of_range',
    })),
    {
      what: 'with 9 candidates',
      body: { contents, generation_config: { candidate_count: 9 } },
      fault: 'generation_config.candidate_count out_of_range',
    },
  ])('is refused $what', ({ body, fault }) => {
    expect(faultOf(() => factsOf(body))).toEqual(['request.invalid', fault]);
  });

  it.each([
    '{"contents":[],"generationConfig":{},"generation_config":{"maxOutputTokens":9}}',
    '{"contents":[],"generationConfig":{"maxOutputTokens":9,"max_output_tokens":99}}',
    '{"contents":[],"generationConfig":{"maxOutputTokens":9,"maxOutputTokens":99}}',
    '{"contents":[],"generationConfig":{"maxOutputTokens":9,"MaxOutputTokens":99}}',
    '{"contents":[],"generationConfig":{"maxOutputTokens":9,"max\\u004futputTokens":99}}',
  ])('is refused where an upstream might follow the other of two: %s', (body) => {
    expect(faultOf(() => factsOf(body))).toEqual(['request.duplicate_member']);
  });

  it('is refused with settings that would take long to look through', () => {
    const schema = Object.fromEntries(Array.from({ length: 20_000 }, (_, at) => [`name${at}`, 1]));
    const generationConfig = { responseJsonSchema: schema };
    expect(faultOf(() => factsOf({ contents, generationConfig }))).toEqual([
      'request.invalid',
      'generationConfig too_large',
    ]);
  });

  it('may have a single content, and settings that are null', () => {
    expect(factsOf({ contents: contents[0], generationConfig: null })).toMatchObject({
      maxOutputTokens: null,
      answerCount: 1,
    });
  });

  it('bounds all its answers together', () => {
    const generationConfig = { maxOutputTokens: 100, candidateCount: 3 };
    expect(factsOf({ contents, generationConfig })).toMatchObject({ maxOutputTokens: 300, answerCount: 3 });
  });

  it.each([
    { config: {}, asks: { audioOutput: false, imageOutput: false } },
    { config: { responseModalities: ['TEXT', 'IMAGE'] }, asks: { audioOutput: false, imageOutput: true } },
    { config: { response_modalities: ['Audio'] }, asks: { audioOutput: true, imageOutput: false } },
    { config: { responseModalities: [2, 3] }, asks: { audioOutput: true, imageOutput: true } },
    { config: { responseModalities: 'IMAGE' }, asks: { audioOutput: false, imageOutput: true } },
    { config: { speechConfig: {} }, asks: { audioOutput: true, imageOutput: false } },
    { model: 'gemini-2.5-flash-image', config: {}, asks: { audioOutput: false, imageOutput: true } },
  ])('$model asks with $config for $asks', ({ model = 'm', config, asks }) => {
    expect(factsOf({ contents, generationConfig: config }, { model }).asks).toMatchObject(asks);
  });

  it('has tools where it names some', () => {
    expect(factsOf({ contents, tools: [{ googleSearch: {} }] }).hasTools).toBe(true);
    expect(factsOf({ contents, tools: { google_search: {} } }).hasTools).toBe(true);
    expect(factsOf({ contents }).hasTools).toBe(false);
  });
});

describe('a request that is passed to Gemini', () => {
  const limit = { outputLimit: { member: 'maxOutputTokens', tokens: 40 } };

  it('stays as it came, byte for byte', () => {
    const body = ' {"contents" : [{"parts":[{"text":"\\u0048i","odd":1}]}] , "extra":{"b":[1.0]}}\n';
    expect(passed(body, { upstreamModel: 'other' })).toBe(body);
  });

  it.each([
    { what: 'none', config: '', bounded: ',"generationConfig":{"maxOutputTokens":40}' },
    {
      what: 'null',
      config: ',"generationConfig":null',
      bounded: ',"generationConfig":{"maxOutputTokens":40}',
    },
    {
      what: 'empty ones',
      config: ',"generationConfig":{ }',
      bounded: ',"generationConfig":{ "maxOutputTokens":40}',
    },
    {
      what: 'others',
      config: ',"generation_config":{"temperature": 1.0,"stopSequences":["}"]}',
      bounded: ',"generation_config":{"temperature": 1.0,"stopSequences":["}"],"maxOutputTokens":40}',
    },
    {
      what: 'an open bound',
      config: ',"generationConfig":{"max_output_tokens": null ,"seed":1}',
      bounded: ',"generationConfig":{"max_output_tokens": 40 ,"seed":1}',
    },
  ])('has a bound beside $what', ({ config, bounded }) => {
    const body = (settings: string): string => `{"contents":[{"parts":[{"text":"Hi"}]}]${settings}, "x": {}}`;
    const text = passed(body(config), limit);
    if (config === '') expect(text).toBe(`${body('').slice(0, -1)}${bounded}}`);
    else expect(text).toBe(body(bounded));
    const { x: _, ...request } = JSON.parse(text) as Record<string, unknown>;
    expect(findGeminiFault({ verb: 'generateContent', model: 'm', body: request })).toBeNull();
  });

  it('has its bound for each candidate', () => {
    expect(passed({ contents, generationConfig: { candidateCount: 3 } }, limit)).toContain(
      '"maxOutputTokens":13',
    );
  });

  it('names the upstream’s model where it repeats it', () => {
    expect(passed({ model: 'models/m', contents }, { upstreamModel: 'real' })).toContain(
      '"model":"models/real"',
    );
    expect(passed({ model: 'models/m', contents }, { upstreamModel: 'm' })).toContain('"model":"models/m"');
  });

  it.each([
    { model: 'gemini-2.5-pro', path: 'models/gemini-2.5-pro' },
    { model: 'models/gemini-2.5-pro', path: 'models/gemini-2.5-pro' },
    { model: 'tunedModels/mine-1', path: 'tunedModels/mine-1' },
    { model: 'tunedModels/../files', path: 'models/tunedModels%2F..%2Ffiles' },
    { model: 'a/b?c#d', path: 'models/a%2Fb%3Fc%23d' },
  ])('$model has the path $path', ({ model, path }) => {
    expect(resourcePath(model)).toBe(path);
  });
});

describe('a request for vectors', () => {
  const content = { parts: [{ text: 'one, [two] "three"' }] };
  const one = { dialect: geminiEmbeddings, verb: 'embedContent' };
  const many = { dialect: geminiBatchEmbeddings, verb: 'batchEmbedContents' };

  it('names the upstream’s model in each of its requests, and stays as it came otherwise', () => {
    const batch =
      '{ "requests" : [ {"model":"models/m","content":{"parts":[{"text":"a,]}\\"model\\":"}]}} , { "content":{"parts":[]}, "model" : "m"} ] }';
    expect(passed(batch, { upstreamModel: 'real' }, many)).toBe(
      batch.replace('"models/m"', '"models/real"').replace('"m"', '"models/real"'),
    );
    expect(passed(batch, {}, many)).toBe(batch);
    expect(passed({ model: 'models/m', content }, { upstreamModel: 'real' }, one)).toContain('"models/real"');
    expect(passed({ content }, { upstreamModel: 'real' }, one)).toBe(JSON.stringify({ content }));
  });

  it('is not looked through again, however many quotes its texts hold', () => {
    const text = '\\"'.repeat(100_000);
    const body = `{"requests":[{"content":{"parts":[{"text":"${text}"}]},"model":"m"}]}`;
    const { request } = scanned(body, many);
    // Were the texts read, they would be no JSON.
    const from = body.indexOf(text);
    request.body.fill(0, from - 1, from + text.length + 1);
    expect(geminiBatchEmbeddings.readFacts(request)).toMatchObject({ model: 'm' });
  });

  it('names no model but that of its address', () => {
    const requests = [
      { model: 'models/m', content },
      { model: 'models/dear', content },
    ];
    expect(faultOf(() => factsOf({ requests }, many))).toEqual([
      'request.invalid',
      'requests.model differs_from_address',
    ]);
    // The scan refuses it already.
    expect(() => factsOf('{"requests":[{"model":"m","Model":"dear"}]}', many)).toThrow('duplicate_member');
  });

  it.each([
    { call: one, body: {}, fault: 'content required' },
    { call: one, body: { content: 'Hi' }, fault: 'content required' },
    { call: one, body: { content, outputDimensionality: -1 }, fault: 'outputDimensionality out_of_range' },
    { call: many, body: { requests: {} }, fault: 'requests required' },
    { call: many, body: { requests: new Array(1_001).fill({ content }) }, fault: 'requests too_large' },
  ])('is refused with $fault', ({ call, body, fault }) => {
    expect(faultOf(() => factsOf(body, call))).toEqual(['request.invalid', fault]);
  });

  it('the requests that try a channel are those that Google takes', () => {
    for (const [dialect, verb] of [
      [gemini, 'generateContent'],
      [geminiEmbeddings, 'embedContent'],
      [geminiBatchEmbeddings, 'batchEmbedContents'],
    ] as const) {
      const body = dialect.smallRequest('m') as Record<string, unknown>;
      expect(findGeminiFault({ verb, model: 'm', body })).toBeNull();
    }
  });
});
