import { describe, expect, it } from 'vitest';
import { JsonScanner } from '../platform/json/json-scanner.ts';
import { openAiChat } from './openai-chat/openai-chat.ts';
import { openAiResponses } from './openai-responses/openai-responses.ts';

describe.each([openAiChat, openAiResponses])('a request of $name', (dialect) => {
  const factsOf = (members: object) => {
    const own = { model: 'm', messages: [{ role: 'user', content: 'Hi' }], input: 'Hi' };
    const body = Buffer.from(JSON.stringify({ ...own, ...members }));
    const scan = new JsonScanner({ members: dialect.members, notices: dialect.notices });
    scan.feed(body);
    scan.end();
    return dialect.readFacts({ address: { model: null, verb: null, query: '' }, body, scan });
  };

  it.each([
    { reasoning: { effort: 'low' } },
    { reasoning: { effort: 'none', max_tokens: 2_000 } },
    { thinking: { type: 'enabled' } },
    { enable_thinking: true },
    { chat_template_kwargs: { enable_thinking: true } },
    { reasoning_format: 'hidden' },
    { think: true },
    { thinking_level: 'high' },
  ])('asks for thinking: %j', (members) => {
    expect(factsOf(members).asksThinking).toBe(true);
  });

  it.each([
    [16_000, { thinking: { type: 'enabled', budget_tokens: 16_000 } }],
    [2_000, { reasoning: { effort: 'none', max_tokens: 2_000 } }],
    [1_024, { extra_body: { google: { thinking_config: { thinking_budget: 1_024 } } } }],
    [131_072, { thinking_budget: 1e308 }],
    [0, { extra_body: { seed: 123_456, max_tokens: 500 } }],
    [2_000, { extra_body: { reasoning: { max_tokens: 2_000 }, top_k: 9_000 } }],
    [0, { thinking_budget: -1, reasoning_effort: 'high' }],
  ])('gives %i tokens to thinking: %j', (tokens, members) => {
    expect(factsOf(members).thinkingBudget).toBe(tokens);
  });

  it.each([
    {},
    { reasoning: { effort: 'none', summary: 'auto' } },
    { reasoning: { effort: 'none', exclude: true } },
    { reasoning: null },
    { thinking: { type: 'disabled' } },
    { enable_thinking: false, thinking_budget: 0 },
    { think: false },
  ])('does not: %j', (members) => {
    expect(factsOf(members).asksThinking).toBe(false);
  });
});
