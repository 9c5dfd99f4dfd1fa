import { describe, expect, it } from 'vitest';
import { MessageUsage, searchesInMessage } from './message-usage.ts';

const found = { type: 'web_search_tool_result', tool_use_id: 'srvtoolu_1', content: [] };
const failed = {
  ...found,
  content: { type: 'web_search_tool_result_error', error_code: 'max_uses_exceeded' },
};
const one = { kind: 'web_search', count: 1 };

describe('searches of a message that comes in parts', () => {
  const usageAfter = (tell: (usage: MessageUsage) => void) => {
    const usage = new MessageUsage();
    usage.say({ input_tokens: 5, output_tokens: 1 });
    tell(usage);
    return usage.usage;
  };

  it('are counted as they come, but those that failed', () => {
    const usage = usageAfter((told) => {
      for (const block of [found, failed, { type: 'text', text: '' }, null]) told.noteBlock(block);
    });

    expect(usage).toMatchObject({ textInput: 5, units: [one] });
  });

  it('are as many as the vendor says behind them', () => {
    const usage = usageAfter((told) => {
      told.noteBlock(found);
      told.say({ output_tokens: 9, server_tool_use: { web_search_requests: 2 } });
    });

    expect(usage).toMatchObject({ textOutput: 9, units: [{ ...one, count: 2 }] });
  });

  it.each([{}, { web_search_requests: null }, { web_fetch_requests: 1 }, []])(
    'are those that were seen where %j does not say their number',
    (server_tool_use) => {
      const usage = usageAfter((told) => {
        told.noteBlock(found);
        told.say({ output_tokens: 9, server_tool_use });
      });

      expect(usage).toMatchObject({ units: [one] });
    },
  );

  it('are told also where nothing else is', () => {
    const usage = new MessageUsage();
    usage.say({ input_tokens: 0, output_tokens: 0, server_tool_use: { web_search_requests: 1 } });

    expect(usage.usage).toMatchObject({ units: [one] });
  });

  it('are not as many as the vendor says before them', () => {
    const usage = usageAfter((told) => {
      told.say({ output_tokens: 1, server_tool_use: { web_search_requests: 0 } });
      told.noteBlock(found);
    });

    expect(usage).toMatchObject({ units: [one] });
  });

  it('are counted where no usage comes', () => {
    const usage = new MessageUsage();
    usage.noteBlock(found);

    expect(usage.usage).toBeNull();
    expect(usage.units).toEqual([one]);
  });
});

it.each([
  { what: 'two and one that failed', content: [found, failed, found], units: [{ ...one, count: 2 }] },
  { what: 'a text that speaks of them', content: [{ type: 'text', text: found.type }], units: [] },
  { what: 'no list', content: found.type, units: [] },
])('searches of a whole message: $what', ({ content, units }) => {
  expect(searchesInMessage(Buffer.from(JSON.stringify({ content })))).toEqual(units);
});

it('what is no JSON has no searches', () => {
  expect(searchesInMessage(Buffer.from(`{"web_search_tool_result`))).toEqual([]);
});
