import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { assertResponseStream } from './openai-responses-grammar.ts';

/** The recorded streams; one file holds several. */
const streams = ['openai-reasoning-encrypted-content.1', 'lmstudio-tool-call.1', 'openai-error.1'].flatMap(
  (name) =>
    readFileSync(new URL(`../recordings/openai-responses/${name}.chunks.txt`, import.meta.url), 'utf8')
      .trim()
      .split(/\n(?=\{"type":"response\.created")/)
      .map((stream) => ({ name, events: stream.split('\n') })),
);
const framed = (events: readonly string[]): string => events.map((data) => `data: ${data}\n\n`).join('');
const whole = streams[0]?.events ?? [];
const placeOf = (type: string): number => whole.findIndex((event) => event.includes(`"type":"${type}"`));
const without = (place: number): string[] => whole.filter((_, at) => at !== place);

describe('the grammar of a streamed response', () => {
  it.each(streams)('takes what vendors sent: $name', ({ events }) => {
    assertResponseStream(framed(events));
  });

  it.each([
    ['response.created', 'something before response.created'],
    ['response.output_item.added', 'not open'],
    ['response.reasoning_summary_part.added', 'text of no open part'],
    ['response.reasoning_summary_text.delta', 'another text'],
    ['response.reasoning_summary_text.done', 'without its text'],
    ['response.reasoning_summary_part.done', 'a part is open'],
    ['response.output_item.done', 'another place'],
    ['response.function_call_arguments.delta', 'another input'],
    ['response.function_call_arguments.done', 'without its input'],
    ['response.completed', 'no terminal event'],
  ])('misses %s', (type, message) => {
    const stream = framed(without(placeOf(type)));
    expect(() => assertResponseStream(stream, { isNumbered: false })).toThrow(message);
    if (type !== 'response.completed') expect(() => assertResponseStream(stream)).toThrow('sequence number');
  });

  it.each([
    ['something after the end', (events: string[]) => [...events, events.at(-1) as string]],
    ['an item changed', (events: string[]) => [...events.slice(0, -1), changed(events.at(-1) as string)]],
    ['another output', (events: string[]) => [...events.slice(0, -1), emptied(events.at(-1) as string)]],
  ])('sees %s', (message, change) => {
    expect(() => assertResponseStream(framed(change(whole)), { isNumbered: false })).toThrow(message);
  });
});

const changed = (event: string): string => event.replaceAll('calculator', 'another');
function emptied(text: string): string {
  const event = JSON.parse(text);
  return JSON.stringify({ ...event, response: { ...event.response, output: [] } });
}
