import { expect, it } from 'vitest';
import { eventData } from './event-data.ts';

it('reads events that are cut anywhere, also inside a character', async () => {
  const bytes = new TextEncoder().encode('data: {"a":"路"}\n\n: comment\r\ndata: [DONE]\r\n\r\n');
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start(controller) {
      for (const byte of bytes) controller.enqueue(new Uint8Array([byte]));
      controller.close();
    },
  });

  const events: string[] = [];
  for await (const data of eventData(body)) events.push(data);

  expect(events).toEqual(['{"a":"路"}', '[DONE]']);
});
