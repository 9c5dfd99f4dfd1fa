import { describe, expect, it } from 'vitest';
import { type ChatDelta, emptyAnswer, withDelta } from './chat-answer.ts';
import { lostFields } from './chat-stream.ts';

const answerOf = (deltas: ChatDelta[]) => deltas.reduce(withDelta, emptyAnswer);

describe('an answer', () => {
  it('is put together of its pieces', () => {
    expect(
      answerOf([
        { content: '' },
        { reasoning_content: 'Let me ' },
        { reasoning: 'think.' },
        { content: 'Yes' },
        {
          content: null,
          images: [{ image_url: { url: 'data:image/png;base64,AA==' } }, { image_url: null }],
        },
        { content: '.' },
      ]),
    ).toEqual({
      ...{ content: 'Yes.', thinking: 'Let me think.', calls: [] },
      pictures: ['data:image/png;base64,AA=='],
    });
  });

  it('calls several tools, whose inputs come in pieces', () => {
    const calls = answerOf([
      { tool_calls: [{ index: 0, id: 'a', function: { name: 'weather', arguments: '' } }] },
      { tool_calls: [{ index: 0, function: { arguments: '{"city":' } }] },
      { tool_calls: [{ index: 1, id: 'b', custom: { name: 'note', input: 'free ' } }] },
      { tool_calls: [{ index: 1, custom: { input: 'text' } }] },
      { tool_calls: [{ index: 0, function: { arguments: '"Rome"}' } }] },
    ]).calls;
    expect(calls).toEqual([
      { name: 'weather', input: '{"city":"Rome"}' },
      { name: 'note', input: 'free text' },
    ]);
  });

  it('of a server that numbers no calls is read all the same', () => {
    const calls = answerOf([
      { tool_calls: [{ id: 'a', function: { name: 'one', arguments: { x: 1 } } }] },
      { tool_calls: [{ id: 'b', function: { name: 'two', arguments: '{' } }] },
      { tool_calls: [{ function: { arguments: '}' } }] },
    ]).calls;
    expect(calls).toEqual([
      { name: 'one', input: '{"x":1}' },
      { name: 'two', input: '{}' },
    ]);
  });
});

it.each([
  ['', []],
  ['added=max_tokens; renamed=stop', []],
  ['dropped=logit_bias,seed; approximated=thinking', ['logit_bias', 'seed']],
  ['approximated=dropped', []],
])('of the conversion report "%s" the losses are told', (report, lost) => {
  expect(lostFields(report)).toEqual(lost);
});
