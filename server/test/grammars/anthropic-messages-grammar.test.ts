import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { framedEvent, recordedEvents } from '../upstreams/anthropic-messages-upstream.ts';
import { assertMessageStream } from './anthropic-messages-grammar.ts';

const recordings = new URL('../recordings/anthropic-messages', import.meta.url);
const text = recordedEvents('anthropic-text');
const [start, open, , delta] = text as [string, string, string, string];
const [close, end, stop] = text.slice(-3) as [string, string, string];
const tool = recordedEvents('anthropic-json-tool.1');
const event = (data: object): string => framedEvent(JSON.stringify(data));
const error = { type: 'error', error: { type: 'api_error', message: 'no' }, request_id: 'r' };

describe('the order of a message’s events', () => {
  it.each(readdirSync(recordings).filter((name) => name.endsWith('.chunks.txt')))('is that of %s', (name) => {
    assertMessageStream(recordedEvents(name.slice(0, -'.chunks.txt'.length)).join(''));
  });

  it('allows pings, comments, unknown events and an error as the end', () => {
    const ping = event({ type: 'ping' });
    assertMessageStream(
      [ping, start, ': hi\n\n', open, ping, event({ type: 'new' }), delta, event(error)].join(''),
    );
  });

  it.each([
    { what: 'no end', events: [start, open, delta, close, end], fault: /ends without/ },
    { what: 'something after the end', events: [...text, event({ type: 'ping' })], fault: /is over/ },
    { what: 'no beginning', events: [open, delta, close, end, stop], fault: /has not begun/ },
    { what: 'two beginnings', events: [start, start, end, stop], fault: /has begun/ },
    { what: 'a delta of no block', events: [start, delta], fault: /no block is open/ },
    {
      what: 'a delta of another block',
      events: [start, open, delta.replace('"index":0', '"index":1')],
      fault: /block 0 is open/,
    },
    { what: 'a delta of another kind', events: [start, open, String(tool[4])], fault: /takes no such delta/ },
    { what: 'a block in a block', events: [start, open, open], fault: /block 0 is open/ },
    {
      what: 'a number left out',
      events: [start, open.replace('"index":0', '"index":1')],
      fault: /block 0 is next/,
    },
    { what: 'a block left open', events: [start, open, end, stop], fault: /a block is open/ },
    { what: 'a block after the stop reason', events: [start, end, open], fault: /has its stop reason/ },
    { what: 'no stop reason', events: [start, stop], fault: /no stop reason/ },
    {
      what: 'no usage at the end',
      events: [start, event({ type: 'message_delta', delta: { stop_reason: 'x' } })],
      fault: /usage without output_tokens/,
    },
    {
      what: 'half an input of a tool',
      events: tool.filter((_, place) => place !== 5),
      fault: /no JSON object/,
    },
    {
      what: 'the name of another event',
      events: [start.replace('event: message_start', 'event: message_stop')],
      fault: /another name/,
    },
    {
      what: 'an error without its parts',
      events: [event({ type: 'error', error: {} })],
      fault: /no error with type/,
    },
    {
      what: 'the end of another dialect',
      events: [...text.slice(0, -1), 'data: [DONE]\n\n'],
      fault: /no JSON/,
    },
  ])('refuses $what', ({ events, fault }) => {
    expect(() => assertMessageStream(events.join(''))).toThrow(fault);
  });
});
