import { describe, expect, it } from 'vitest';
import { foundPages } from '../../../test/support/search-engines.ts';
import { planRequest, queryOfPlan } from './search-plan.ts';
import { sourceBlock } from './source-block.ts';

describe('the request for a plan', () => {
  const turn = {
    texts: ['Who won?', 'x'.repeat(9000)],
    before: { role: 'assistant' as const, texts: ['Hi'] },
    append() {},
  };
  const given = {
    model: 'm',
    day: '2026-11-29',
    head: (text: string, length: number) => text.slice(0, length),
  };

  it('has two messages, and no more of them than a planner needs', () => {
    const { messages, tools } = planRequest(turn, given) as {
      messages: { role: string; content: string }[];
      tools: { function: { name: string } }[];
    };
    expect(messages.map(({ role }) => role)).toEqual(['system', 'user']);
    expect(messages[0]?.content).toContain('2026-11-29');
    expect(messages[1]?.content).toMatch(
      /^Message before it \(assistant\):\nHi\n\nLatest message \(user\):\nWho won\?\nx+$/,
    );
    expect(messages[1]?.content.length).toBeLessThan(4_200);
    expect(tools.map((tool) => tool.function.name)).toEqual(['search']);
  });

  it('is short for a message of many parts, and cuts no character in half', () => {
    const texts = [...Array(50).fill('x'.repeat(999)), '👩'.repeat(3000)];
    for (const one of [texts, ['👩'.repeat(3000)], [`x${'👩'.repeat(3000)}`]]) {
      const request = JSON.stringify(planRequest({ ...turn, texts: one, before: null }, given));
      expect(request.length).toBeLessThan(5_200);
      expect(request).not.toMatch(/\\ud[89a-f]/);
    }
  });

  it('has the question alone where it is the first', () => {
    const { messages } = planRequest({ ...turn, before: null }, given) as { messages: { content: string }[] };
    expect(messages[1]?.content).toMatch(/^Latest message/);
  });
});

const answer = (message: object) => JSON.stringify({ choices: [{ message }] });
const call = (name: string, args: unknown) => ({ type: 'function', function: { name, arguments: args } });

describe('the query of a plan', () => {
  it.each([
    ['a call', answer({ tool_calls: [call('search', '{"query":" who\\nwon "}')] }), 'who won'],
    ['a second call', answer({ tool_calls: [call('other', '{}'), call('search', '{"query":"q"}')] }), 'q'],
    ['a word', answer({ content: 'no' }), null],
    ['an empty query', answer({ tool_calls: [call('search', '{"query":" "}')] }), null],
    ['an unreadable query', answer({ tool_calls: [call('search', '{"query":')] }), null],
    ['a query of another type', answer({ tool_calls: [call('search', { query: 'q' })] }), null],
    ['no JSON', '<html>', null],
  ])('is read from %s', (_, given, query) => {
    expect(queryOfPlan(given)).toBe(query);
  });
});

describe('the sources in a question', () => {
  it('are numbered between two marks', () => {
    const block = sourceBlock('who "won"', foundPages.slice(0, 2));
    const [, mark] = /<<sources ([0-9a-f]{12})>>/.exec(block) ?? [];
    const [, inside, behind] = block.split(/<<(?:end of )?sources [0-9a-f]{12}>>/);
    expect(inside?.trim()).toBe(
      '[1] Page 1\nhttps://page1.example/\nText of page 1.\n\n[2] Page 2\nhttps://page2.example/\nText of page 2.',
    );
    expect(block).toContain(`"who 'won'" stand between the two marks ${mark}`);
    expect(behind).toContain('[1]');
  });

  it('have the same marks for the same results, and others for others', () => {
    expect(sourceBlock('q', foundPages)).toBe(sourceBlock('q', foundPages));
    const markOf = (block: string) => /<<sources (\w+)>>/.exec(block)?.[1];
    expect(markOf(sourceBlock('q', foundPages))).not.toBe(markOf(sourceBlock('q', foundPages.slice(1))));
  });
});
