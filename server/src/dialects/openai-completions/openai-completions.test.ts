import { describe, expect, it } from 'vitest';
import { assertCompletionStream } from '../../../test/grammars/openai-completions-grammar.ts';
import { GatewayError } from '../../platform/gateway-error.ts';
import { JsonScanner } from '../../platform/json/json-scanner.ts';
import { splice } from '../../platform/json/splice.ts';
import type { PassOptions } from '../dialect.ts';
import { openAiCompletions } from './openai-completions.ts';

const address = { model: null, verb: null, query: '' };

function scanned(given: object | string) {
  const body = Buffer.from(typeof given === 'string' ? given : JSON.stringify({ model: 'm', ...given }));
  const { members, notices, countedMember } = openAiCompletions;
  const scan = new JsonScanner({ members, notices, countedMember });
  scan.feed(body);
  scan.end();
  const request = { address, body, scan };
  return { request, facts: openAiCompletions.readFacts(request) };
}

const factsOf = (body: object) => scanned(body).facts;

function passed(body: object | string, options: Partial<PassOptions> = {}): string {
  const { request, facts } = scanned(body);
  const all = { upstreamModel: facts.model, outputLimit: null, asksUsage: false, ...options };
  return splice(request.body, openAiCompletions.editsOf(request, facts, all)).toString('utf8');
}

function faultOf(run: () => unknown): string[] {
  try {
    run();
  } catch (error) {
    if (error instanceof GatewayError) return error.fields.map(({ field, code }) => `${field} ${code}`);
  }
  return [];
}

describe('a request of a legacy completion', () => {
  it.each([
    { what: 'a text', prompt: 'Once upon', answers: 1, tokens: 16 },
    { what: 'nothing', prompt: undefined, answers: 1, tokens: 16 },
    { what: 'null', prompt: null, answers: 1, tokens: 16 },
    { what: 'texts', prompt: ['a', 'b', 'c'], answers: 3, tokens: 48 },
    { what: 'tokens', prompt: [1, 22, 333], answers: 1, tokens: 16 },
    { what: 'lists of tokens', prompt: [[1, 22], [333]], answers: 2, tokens: 32 },
  ])('whose prompt is $what expects $answers, of 16 tokens each', ({ prompt, answers, tokens }) => {
    expect(factsOf({ prompt })).toMatchObject({ answerCount: answers, maxOutputTokens: tokens });
  });

  it('holds the answers that are made, not only those that are told', () => {
    const request = { prompt: ['a', 'b'], n: 2, best_of: 5, max_tokens: 10 };
    expect(factsOf(request)).toMatchObject({ answerCount: 4, maxOutputTokens: 2 * 5 * 10 });
    expect(factsOf({ ...request, max_tokens: 0 }).maxOutputTokens).toBe(0);
  });

  it('counts tokens of a prompt one by one, and no number elsewhere', () => {
    const without = factsOf({ prompt: [] });
    const list = Array.from({ length: 1000 }, (_, at) => at);
    for (const prompt of [list, [list.slice(500), list.slice(0, 500)]]) {
      const facts = factsOf({ logit_bias: { 5: -100 }, prompt, stop: ['1', '2'] });
      expect(facts.inputTokens - without.inputTokens).toBeGreaterThanOrEqual(1000);
      expect(facts.inputTokens - without.inputTokens).toBeLessThan(1010);
      expect(facts.leastInputTokens).toBeGreaterThanOrEqual(1000);
    }
  });

  it.each([
    [{ prompt: 5 }, ['prompt invalid_value']],
    [{ prompt: { a: 1 } }, ['prompt invalid_value']],
    [{ prompt: Array(2_049).fill('a') }, ['prompt too_large']],
    [{ prompt: 'a', n: 0 }, ['n out_of_range']],
    [{ prompt: 'a', n: 129 }, ['n out_of_range']],
    [{ prompt: 'a', best_of: 129 }, ['best_of out_of_range']],
    [{ prompt: 'a', max_tokens: -1 }, ['max_tokens out_of_range']],
    [{ prompt: 'a', max_tokens: 'many' }, ['max_tokens out_of_range']],
    [{ prompt: 'a', stream: 'yes' }, ['stream invalid_boolean']],
    [{ prompt: 'a', stream_options: {} }, ['stream_options only_with_stream']],
    [{ model: '', prompt: 'a' }, ['model invalid_string']],
  ])('refuses %o', (body, faults) => {
    expect(faultOf(() => factsOf(body))).toEqual(faults);
  });

  it('passes byte by byte, but for the model and the usage that is asked for', () => {
    const body = '{ "model" : "m", "prompt":"a\\u0062", "suffix":"z","x":[1] ,"stream":true }';
    expect(passed(body)).toBe(body);
    expect(passed(body, { upstreamModel: 'other' })).toBe(body.replace('"m"', '"other"'));
    expect(passed(body, { asksUsage: true })).toBe(
      body.replace(/ }$/, ' ,"stream_options":{"include_usage":true}}'),
    );
    const asked = body.replace('true }', 'true,"stream_options":{"a":1}}');
    expect(passed(asked, { asksUsage: true })).toBe(asked.replace('"a":1', '"a":1,"include_usage":true'));
    const wanted = asked.replace('"a":1', '"include_usage":true');
    expect(passed(wanted, { asksUsage: true })).toBe(wanted);
  });
});

describe('a whole completion as a stream', () => {
  const head = { id: 'cmpl-1', object: 'text_completion', created: 1, model: 'm' };
  const choice = (index: number) => ({ text: `t${index}`, index, logprobs: null, finish_reason: 'stop' });

  it('has a chunk for each choice, and its usage', () => {
    const usage = { prompt_tokens: 1, completion_tokens: 2, total_tokens: 3 };
    const stream = openAiCompletions.streams?.ofAnswer({ ...head, choices: [choice(0), choice(1)], usage });
    assertCompletionStream(String(stream));
    expect(stream).toContain('"text":"t1"');
    expect(stream).toContain('"choices":[],"usage":{"prompt_tokens":1');
  });

  it('stays an error where it is one, and is none without choices', () => {
    const ofAnswer = openAiCompletions.streams?.ofAnswer;
    expect(ofAnswer?.({ error: { message: 'no' } })).toBe('data: {"error":{"message":"no"}}\n\n');
    expect(() => ofAnswer?.({ ...head })).toThrow('no list of choices');
  });
});
