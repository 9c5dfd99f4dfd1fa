import { expect, it } from 'vitest';
import { emptyConversation, type Tool } from '../neutral/conversation.ts';
import { ConversionReport } from '../neutral/conversion-report.ts';
import { strictSchemas } from './claude-strict-tools.ts';

const text = { type: 'string' };
const closed = (properties: object, required = Object.keys(properties)) => ({
  ...{ type: 'object', properties, required },
  additionalProperties: false,
});
const named = (count: number, schema: object) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`p${at}`, schema]));

function kept(schemas: (object | null)[], answer: object | null = null, upstreamModel = 'claude-opus-4-5') {
  const talk = emptyConversation();
  talk.tools = schemas.map((schema, at): Tool => {
    return { kind: 'function', name: `t${at}`, description: '', schema, strict: true, mark: null };
  });
  const report = new ConversionReport();
  return { count: strictSchemas(talk, answer, { report, upstreamModel }).size, report: report.header() };
}

it.each([
  ['20 tools', Array.from({ length: 20 }, () => closed({ a: text }))],
  ['24 members that may be absent', [closed(named(24, text), [])]],
  ['16 members of several types', [closed(named(16, { type: ['string', 'null'] }))]],
])('Claude keeps to %s', (_what, schemas) => {
  expect(kept(schemas)).toEqual({ count: schemas.length, report: '' });
});

it.each([
  ['more than 20 tools', Array.from({ length: 21 }, () => closed({ a: text }))],
  ['more than 24 members that may be absent', [closed(named(12, text), []), closed(named(13, text), [])]],
  ['more than 16 members of several types', [closed(named(17, { anyOf: [text, { type: 'null' }] }))]],
])('%s are told alone', (_what, schemas) => {
  expect(kept(schemas)).toEqual({ count: 0, report: 'approximated=tools.strict' });
});

it('a tool whose schema Claude refuses is told alone, others are kept to', () => {
  const bounded = closed({ n: { type: 'integer', minimum: 1, maximum: 9 } });
  const circle = closed({ a: { $ref: '#' } });
  const schemas = [closed({ a: text }), bounded, circle, { type: 'object' }, null];
  expect(kept(schemas)).toEqual({ count: 1, report: 'approximated=tools.strict' });
});

it('the schema of the answer counts with those of tools', () => {
  const answer = closed(named(24, text), []);
  expect(kept([closed({ a: text }, [])], answer)).toEqual({ count: 0, report: 'approximated=tools.strict' });
  expect(kept([closed({ a: text })], answer)).toEqual({ count: 1, report: '' });
});

it.each(['claude-sonnet-4-20250514', 'claude-3-7-sonnet-latest', 'anthropic.claude-3-haiku-20240307-v1:0'])(
  '%s keeps to none',
  (model) => {
    expect(kept([closed({ a: text })], null, model)).toEqual({
      count: 0,
      report: 'approximated=tools.strict',
    });
  },
);
