import { describe, expect, it } from 'vitest';
import { requestTarget } from '../../../test/suites/conversation-suite.ts';
import { emptyConversation, type Turn, textPart } from '../neutral/conversation.ts';
import { withAnswerSchema } from './claude-answer-schema.ts';

const text = { type: 'string' };
const named = (count: number, schema: object) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`p${at}`, schema]));
const closed = (properties: object, required: string[] = Object.keys(properties)) => ({
  ...{ type: 'object', properties, required },
  additionalProperties: false,
});
const said = (role: Turn['role'], ...texts: string[]): Turn => ({
  ...{ role, name: '' },
  parts: texts.map((one) => textPart(one)),
});

function asked(schema: object, { upstreamModel = 'claude-opus-4-5', turns = [said('user', 'Hi')] } = {}) {
  const talk = emptyConversation();
  talk.turns = turns;
  talk.output = { format: 'schema', schema, name: '', description: '', strict: null };
  const target = requestTarget({ upstreamModel });
  const { talk: written, schema: kept } = withAnswerSchema(talk, target);
  const isTold = JSON.stringify(written.turns).includes('fits this JSON schema');
  return { kept, isTold, report: target.report.header() };
}

describe('a schema for an answer of Claude’s', () => {
  it('is kept to', () => {
    const schema = closed({ a: text });
    for (const upstreamModel of ['claude-opus-4-1-20250805', 'claude-haiku-4.5', 'claude-sonnet-5', 'other'])
      expect(asked(schema, { upstreamModel })).toEqual({ kept: schema, isTold: false, report: '' });
  });

  it('is kept to behind words of the assistant with which the model does not go on', () => {
    const turns = [said('user', 'Hi'), said('assistant', '{')];
    const schema = closed({ a: text });
    const kept = { kept: schema, isTold: false, report: '' };
    expect(asked(schema, { upstreamModel: 'claude-opus-4-6', turns })).toEqual(kept);
  });

  it('requires members where more than 24 may be absent', () => {
    const few = closed(named(24, text), []);
    expect(asked(few)).toMatchObject({ report: '' });
    const { kept, report } = asked(
      closed({ inside: closed(named(14, text), ['p0']), ...named(14, text) }, []),
    );
    expect(report).toBe('approximated=response_format.required');
    const { required, properties } = kept as { required?: string[]; properties: { inside: object } };
    const { required: inside } = properties.inside as { required: string[] };
    expect([required, inside]).toEqual([undefined, ['p0', 'p10', 'p11', 'p12', 'p13']]);
  });

  it('is told where more than 16 members are of several types', () => {
    expect(asked(closed(named(16, { type: ['string', 'null'] })))).toMatchObject({ report: '' });
    const { kept, isTold, report } = asked(closed(named(17, { type: ['string', 'null'] })));
    expect({ kept, isTold, report }).toEqual({ kept: null, isTold: true, report: expect.any(String) });
    expect(report).toBe('approximated=response_format');
  });

  it.each([
    ['a model that keeps to none', closed({ a: text }), { upstreamModel: 'claude-3-5-sonnet-20241022' }],
    ['another', closed({ a: text }), { upstreamModel: 'anthropic.claude-sonnet-4-20250514-v1:0' }],
    [
      'an answer that was begun',
      closed({ a: text }),
      { turns: [said('user', 'Hi'), said('assistant', '{')] },
    ],
    ['any object', { type: 'object' }, {}],
    ['a schema that refers to itself', closed({ kids: { type: 'array', items: { $ref: '#' } } }), {}],
    ['a map', closed({ names: { type: 'object', additionalProperties: text } }), {}],
  ])('is told for %s', (_what, schema, rest) => {
    const told = { kept: null, isTold: true, report: 'approximated=response_format' };
    expect(asked(schema, rest)).toEqual(told);
  });
});
