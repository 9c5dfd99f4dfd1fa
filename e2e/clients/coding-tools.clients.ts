import { conversationDialects } from '@turnpike/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { scriptedUsage, seals } from '../../server/test/upstreams/scripted/scripted-answer.ts';
import { eventually } from '../support/site.ts';
import { LAST_WORDS, runSession } from './coding-session.ts';
import { CHANGED_NOTE, codingTools } from './coding-tools.ts';
import { npmProgram } from './npm-packages.ts';
import { channels, ratios, startUpstreamSite, type UpstreamSite } from './upstream-site.ts';

const SESSION_MS = 120_000;
const CALL_POINTS = scriptedUsage.input * ratios.input + scriptedUsage.output * ratios.output;

let site: UpstreamSite;
beforeAll(async () => {
  for (const { pinned, program } of codingTools) await npmProgram(pinned, program);
  site = await startUpstreamSite(codingTools.map(({ model }) => model));
}, 900_000);
afterAll(() => site?.stop());

describe.each(codingTools.map((tool) => [tool.name, tool] as const))('%s', (_name, tool) => {
  it.each(conversationDialects.map((dialect) => [dialect]))(
    'reads, changes and shows a file over %s',
    async (dialect) => {
      const { turnpike, root, upstreams, keys } = site;
      const upstream = upstreams[dialect];
      upstream.asked.length = 0;
      upstream.refused.length = 0;
      const before = (await root.callRows()).length;

      const session = await runSession(tool, {
        origin: turnpike.url,
        tokenKey: keys[dialect],
        does: upstream.does,
      });

      // The gateway repeats a call with the bound that the vendor's refusal names.
      expect(upstream.refused.filter((fault) => !fault.includes('maxOutputTokens'))).toEqual([]);
      expect(session).toMatchObject({ exitCode: 0, output: expect.stringContaining(LAST_WORDS) });
      expect(session.note).toBe(CHANGED_NOTE);
      const last = upstream.asked.at(-1);
      expect(last?.results.at(-1)?.text).toContain(CHANGED_NOTE.trim());
      // A vendor's proof of thinking comes back to it through a client of another, also one that drops it.
      if (dialect !== 'openai-chat') expect(last?.seals).toContain(seals[dialect]);
      const calls = upstream.asked.length;
      const rows = await eventually(async () => {
        const all = await root.callRows();
        return all.length >= before + calls && all.slice(0, all.length - before);
      });
      expect(rows).toHaveLength(calls);
      for (const row of rows)
        expect(row).toMatchObject({
          ...{
            model_name: channels[dialect].model,
            token_name: dialect,
            quota: CALL_POINTS,
            ended_by: 'completed',
          },
          ...{ prompt_tokens: scriptedUsage.input, completion_tokens: scriptedUsage.output },
        });
    },
    SESSION_MS,
  );
});
