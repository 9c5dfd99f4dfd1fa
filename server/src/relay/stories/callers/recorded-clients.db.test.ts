import { readFileSync } from 'node:fs';
import { type ConversationDialect, conversationDialects } from '@turnpike/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { assertMessageStream } from '../../../../test/grammars/anthropic-messages-grammar.ts';
import { assertGeminiStream } from '../../../../test/grammars/gemini-grammar.ts';
import { assertResponseStream } from '../../../../test/grammars/openai-responses-grammar.ts';
import {
  type SeededUser,
  startTestGateway,
  type TestGateway,
} from '../../../../test/support/test-gateway.ts';
import { scriptedUsage } from '../../../../test/upstreams/scripted/scripted-answer.ts';
import {
  type ScriptedUpstream,
  startScriptedUpstream,
} from '../../../../test/upstreams/scripted/scripted-upstream.ts';
import { joinedName } from '../../../dialects/openai-responses/tool-namespaces.ts';

interface Recorded {
  url: string;
  headers: Record<string, string>;
  body: Record<string, unknown>;
}

/** A recorded request with texts as long as they were. */
function recordingOf(tool: string, name: string): Recorded {
  const file = new URL(`../../../../test/recordings/clients/${tool}/${name}.json`, import.meta.url);
  return JSON.parse(readFileSync(file, 'utf8'), (_key, value: unknown) =>
    typeof value === 'string'
      ? value.replace(/^<text of (\d+)>$/, (_, length: string) => 'words '.repeat(Number(length) / 6))
      : value,
  );
}

const channelTypes: Readonly<Record<ConversationDialect, number>> = {
  ...{ 'openai-chat': 8, 'openai-responses': 1, 'anthropic-messages': 14, gemini: 25 },
};
/** Upstream model of each channel. */
const vendorModels: Readonly<Record<ConversationDialect, string>> = {
  'openai-chat': 'deepseek-v3.2',
  'openai-responses': 'gpt-5.2-codex',
  'anthropic-messages': 'claude-sonnet-4-5',
  gemini: 'gemini-3.1-pro-preview',
};

/**
 * Members that are lost at another vendor: in every request, and by vendor in the first and last request of a
 * session.
 */
interface Losses {
  always: readonly string[];
  first?: ByVendor;
  last?: ByVendor;
}
type ByVendor = Readonly<Partial<Record<ConversationDialect, readonly string[]>>>;

interface Tool {
  folder: string;
  dialect: ConversationDialect;
  assertStream(stream: string): void;
  /** Tools that it runs itself, by the names that another vendor knows; some of them. */
  tools: readonly string[];
  losses: Losses;
}

/** A session that goes on at another vendor cannot tell it what it thought. */
const thoughtElsewhere: ByVendor = {
  ...{ 'openai-chat': ['thinking'], 'openai-responses': ['thinking'], 'anthropic-messages': ['thinking'] },
};
const uncached: ByVendor = { 'anthropic-messages': ['prompt_cache_key'], gemini: ['prompt_cache_key'] };
const goneOn: ByVendor = {
  ...{ 'openai-chat': ['thinking'], 'anthropic-messages': ['prompt_cache_key', 'thinking'] },
  gemini: ['prompt_cache_key', 'thinking'],
};

const tools: readonly Tool[] = [
  {
    ...{ folder: 'claude-code', dialect: 'anthropic-messages', assertStream: assertMessageStream },
    tools: ['Read', 'Edit', 'Bash', 'Write', 'Agent'],
    losses: {
      // One of its tools is loaded on demand. Other vendors receive all tools at once.
      always: ['tools.10.defer_loading', 'context_management', 'cache_control'],
      first: { gemini: ['user'] },
      last: { ...thoughtElsewhere, gemini: ['user', 'thinking'] },
    },
  },
  {
    ...{ folder: 'claude-code-adaptive', dialect: 'anthropic-messages', assertStream: assertMessageStream },
    tools: ['Read', 'Edit', 'Bash', 'Write', 'Agent'],
    losses: {
      always: ['tools.10.defer_loading', 'context_management', 'cache_control', 'messages.1.output_config'],
      first: { gemini: ['user'] },
      last: { ...thoughtElsewhere, gemini: ['user', 'thinking'] },
    },
  },
  {
    ...{ folder: 'codex', dialect: 'openai-responses', assertStream: assertResponseStream },
    tools: ['exec_command', 'write_stdin', 'apply_patch', 'view_image', 'tool_search'],
    losses: {
      always: [...['client_metadata', 'verbosity', 'tools.apply_patch.format'], 'tools.web_search'],
      first: uncached,
      last: goneOn,
    },
  },
  {
    ...{ folder: 'codex-tools-by-code', dialect: 'openai-responses', assertStream: assertResponseStream },
    tools: ['exec', 'wait', 'clock__sleep', 'collaboration__spawn_agent'],
    losses: {
      always: ['client_metadata', 'reasoning.context', 'verbosity', 'tools.exec.format'],
      first: { ...uncached, gemini: ['prompt_cache_key', 'parallel_tool_calls'] },
      last: { ...goneOn, gemini: ['prompt_cache_key', 'parallel_tool_calls', 'thinking'] },
    },
  },
  {
    ...{ folder: 'gemini-cli', dialect: 'gemini', assertStream: assertGeminiStream },
    tools: ['read_file', 'replace', 'run_shell_command', 'write_file'],
    losses: {
      always: [],
      first: {
        // Its temperature is everybody's default.
        ...{ 'openai-chat': ['top_k'], 'openai-responses': ['top_k', 'top_p'] },
        'anthropic-messages': ['top_k'],
      },
      last: {
        ...{ 'openai-chat': ['top_k', 'signature'], 'openai-responses': ['top_k', 'top_p', 'signature'] },
        // Calls whose proof is another's: without thinking for this turn, in which top_k may be said.
        'anthropic-messages': ['top_p', 'signature'],
      },
    },
  },
];

let gateway: TestGateway;
let user: SeededUser;
const upstreams = new Map<ConversationDialect, ScriptedUpstream>();

beforeAll(async () => {
  gateway = await startTestGateway();
  for (const dialect of conversationDialects) {
    const upstream = await startScriptedUpstream(dialect);
    upstreams.set(dialect, upstream);
    const model = `over-${dialect}`;
    await gateway.seed.price({ model: vendorModels[dialect], input: 1, output: 3 });
    await gateway.seed.channel({
      ...{ model, type: channelTypes[dialect], baseUrl: upstream.url },
      mapping: { [model]: vendorModels[dialect] },
    });
  }
});
afterAll(async () => {
  await gateway.stop();
  for (const upstream of upstreams.values()) await upstream.stop();
});
beforeEach(async () => {
  user = await gateway.seed.user({ quota: 1_000_000 });
});

/** Sends a recorded request with another model and key. */
async function send({ url, headers, body }: Recorded, dialect: ConversationDialect) {
  const model = `over-${dialect}`;
  const { authorization: _, ...rest } = headers;
  const reply = await fetch(gateway.url + url.replace(/models\/[^:]+/, `models/${model}`), {
    method: 'POST',
    headers: { ...rest, 'x-goog-api-key': user.token, 'x-api-key': user.token },
    body: JSON.stringify(body.model === undefined ? body : { ...body, model }),
  });
  return { status: reply.status, text: await reply.text() };
}

const droppedIn = (row: { metadata: unknown } | undefined): string[] => {
  const { conversion } = (row?.metadata ?? {}) as {
    conversion?: { fields?: { fate: string; field: string }[] };
  };
  return (conversion?.fields ?? []).flatMap(({ fate, field }) => (fate === 'dropped' ? [field] : [])).sort();
};

describe.each(tools)(
  'a recorded request of $folder',
  ({ folder, dialect, assertStream, tools: names, losses }) => {
    const pairs = conversationDialects.flatMap((target) =>
      (['first', 'last'] as const).map((turn) => ({ target, turn })),
    );

    it.each(pairs)('goes to $target, the $turn of its session', async ({ target, turn }) => {
      const upstream = upstreams.get(target) as ScriptedUpstream;
      upstream.refused.length = 0;
      const answer = {
        thinking: 'Hm.',
        text: 'Now so.',
        calls: [{ id: 'call_9', name: names[0] as string, input: {} }],
      };
      upstream.does(() => (turn === 'first' ? answer : { text: 'All done.' }));

      const { status, text } = await send(recordingOf(folder, turn), target);

      // After a refusal that names the vendor's output limit, the request is repeated within that limit.
      expect(upstream.refused.filter((fault) => !fault.includes('maxOutputTokens'))).toEqual([]);
      expect(status).toBe(200);
      assertStream(text);
      expect(text).toContain(turn === 'first' ? names[0] : 'All done');
      const asked = upstream.asked.at(-1);
      expect(
        asked?.tools.map(({ name, namespace }) => (target === dialect ? joinedName(namespace, name) : name)),
      ).toEqual(expect.arrayContaining([...names]));
      expect(asked?.texts.some((one) => one.includes('Raise the toll in note.txt by one'))).toBe(true);
      if (turn === 'last') {
        expect(asked?.called).toHaveLength(3);
        expect(asked?.results.at(-1)?.text).toContain('toll: 6');
      }
      const [row] = await gateway.logRowsOf(user);
      expect(row).toMatchObject({
        ...{ quota: scriptedUsage.input + 3 * scriptedUsage.output, ended_by: 'completed' },
        ...{ prompt_tokens: scriptedUsage.input, completion_tokens: scriptedUsage.output },
      });
      expect(droppedIn(row)).toEqual(
        target === dialect ? [] : [...losses.always, ...(losses[turn]?.[target] ?? [])].sort(),
      );
    });
  },
);
