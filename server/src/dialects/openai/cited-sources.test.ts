import { expect, it } from 'vitest';
import { addChatCitations, addResponseCitations, citationsIn } from './cited-sources.ts';

const sources = [
  { title: 'One', url: 'https://one.example/' },
  { title: 'Two', url: 'https://two.example/' },
];
const at = (start_index: number, end_index: number, number: number) => ({
  start_index,
  end_index,
  ...sources[number - 1],
});

it('finds the sources that a text cites', () => {
  expect(citationsIn('A [1], b [2, 1] and 【2】; not [3], [x] or [0].', sources)).toEqual([
    at(2, 5, 1),
    at(9, 15, 2),
    at(9, 15, 1),
    at(20, 23, 2),
  ]);
});

it('adds them to a chat completion', () => {
  const answer = {
    choices: [
      { message: { content: 'Yes [2].', annotations: [{ type: 'own' }] } },
      { message: { content: null } },
    ],
  };
  expect(addChatCitations(answer, sources)).toBe(true);
  expect(answer.choices[0]?.message.annotations).toEqual([
    { type: 'own' },
    { type: 'url_citation', url_citation: at(4, 7, 2) },
  ]);
  expect(addChatCitations({ choices: [{ message: { content: 'No.' } }] }, sources)).toBe(false);
  expect(addChatCitations({ choices: [7, { message: [] }] }, sources)).toBe(false);
});

it('adds them to a response', () => {
  const answer = {
    output: [
      { type: 'reasoning', content: [{ type: 'reasoning_text', text: '[1]' }] },
      { type: 'message', content: [{ type: 'output_text', text: 'Yes [1].', annotations: [] }] },
    ],
  };
  expect(addResponseCitations(answer, sources)).toBe(true);
  expect(answer.output[1]?.content[0]).toMatchObject({
    annotations: [{ type: 'url_citation', ...at(4, 7, 1) }],
  });
  expect(answer.output[0]?.content[0]).not.toHaveProperty('annotations');
});
