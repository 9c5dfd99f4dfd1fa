import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import { outputTokensOf, type Usage } from '../billing/usage.ts';
import { TokenCounter } from '../platform/text/token-counter.ts';
import { anthropicMessages } from './anthropic-messages/anthropic-messages.ts';
import type { Dialect } from './dialect.ts';
import { gemini } from './gemini/gemini.ts';
import { openAiChat } from './openai-chat/openai-chat.ts';
import { openAiResponses } from './openai-responses/openai-responses.ts';

interface Answer {
  text: string;
  usage: Usage | null;
}

interface Sums {
  answers: number;
  counted: number;
  reported: number;
}

const recordings = new URL('../../test/recordings/', import.meta.url);
/** Shortened, refused, or with thinking that was removed: their usage is not that of the text. */
const NOT_WHOLE =
  /^(?:openai-text\.chunks|deepseek-reasoning\.chunks|perplexity-text\.chunks|openai-phase|anthropic-refusal|anthropic-clear-thinking|azure-filter|openai-error|.*-error-|google-429|vertex-context|xai-tool-call\.chunks|openai-reasoning-encrypted|reasoning-beside)/;
const CALLS = /"tool_calls":\s*\[\s*\{|"functionCall"|"tool_use"|"function_call"/;
const SHOWN_THINKING =
  /"reasoning_content":\s*"[^"]|"reasoning":\s*"[^"]|"thinking":\s*"|"type":\s*"thinking"|"thought":\s*true/;

function readWhole(dialect: Dialect, body: string): Answer {
  const answer = JSON.parse(body) as Record<string, unknown>;
  const facts = dialect.readAnswer(
    (name) => answer[name],
    () => Buffer.from(body),
  );
  return { text: facts.text(), usage: facts.usage };
}

function readStream(dialect: Dialect, body: string): Answer {
  const texts: string[] = [];
  const path = dialect.streams?.pass({ wantsUsage: true, answerCount: 1, framing: 'sse' });
  if (path !== undefined)
    path.findings.onText = (escaped) => texts.push(JSON.parse(`"${escaped}"`) as string);
  for (const line of body.split('\n').filter((one) => one !== '' && !one.startsWith(':'))) {
    if (path?.findings.isEnded !== true) path?.read(Buffer.from(`data: ${line}\n\n`));
  }
  return { text: texts.join(''), usage: path?.findings.usage ?? null };
}

const kindOf = (raw: string, text: string): string => {
  if (CALLS.test(raw)) return 'tool calls';
  return text.startsWith('{') ? 'JSON' : 'text';
};

describe('output counted by the gateway beside what the vendor reports', () => {
  const counter = new TokenCounter();
  afterAll(() => counter.close());

  it('is listed by vendor and kind', async () => {
    const groups = new Map<string, Sums>();
    for (const dialect of [anthropicMessages, gemini, openAiChat, openAiResponses]) {
      const folder = new URL(`${dialect.name}/`, recordings);
      for (const name of readdirSync(folder).filter((one) => !NOT_WHOLE.test(one))) {
        const raw = readFileSync(new URL(name, folder), 'utf8');
        const { text, usage } = name.endsWith('.json') ? readWhole(dialect, raw) : readStream(dialect, raw);
        if (usage === null) continue;
        const key = `${name.split(/[-.]/)[0]} | ${kindOf(raw, text)}`;
        const sums = groups.get(key) ?? { answers: 0, counted: 0, reported: 0 };
        sums.answers += 1;
        sums.counted += (await counter.count({ text })) ?? 0;
        sums.reported += outputTokensOf(usage) - (SHOWN_THINKING.test(raw) ? 0 : usage.reasoningOutput);
        groups.set(key, sums);
      }
    }

    await expect(page(groups)).toMatchFileSnapshot('../../../docs/reference/estimates.md');
    const of = (key: string): number => shareOf(groups.get(key) as Sums);
    for (const key of ['openai | text', 'google | text', 'xai | text'])
      expect(Math.abs(of(key)), key).toBeLessThanOrEqual(10);
  });
});

const shareOf = ({ counted, reported }: Sums): number => ((counted - reported) / reported) * 100;

function page(groups: ReadonlyMap<string, Sums>): string {
  const rows = [...groups]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, sums]) => {
      const share = Math.round(shareOf(sums));
      return `| ${key} | ${sums.answers} | ${sums.counted} | ${sums.reported} | ${share > 0 ? '+' : ''}${share} % |`;
    });
  return `# Output counted by the gateway

If an upstream reports no usage, the gateway counts the text of the answer with OpenAI's tokenizer (o200k). This page compares the gateway's counts for the recordings in \`server/test/recordings\` with the vendors' reported counts. Thinking that the answer does not show is excluded. \`server/src/dialects/output-estimates.test.ts\` writes and compares this page (\`vitest -u\`).

Counts for tool calls are too low. Vendors bill the names of the tools and the marks around each call, which the answer does not show. Counts for short answers are too low by the two to four tokens that end an answer.

| Vendor | Kind | Answers | Counted | Reported | Difference |
|---|---|---|---|---|---|
${rows.join('\n')}
`;
}
