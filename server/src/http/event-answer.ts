import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { ZodType } from 'zod';

/**
 * Sends events as they come, in the form that one-hub's clients read; what the shape does not declare stays here. The
 * events end when the caller leaves.
 * Source: docs/reference/compatibility.md, "Tests".
 */
export const answerEvents = (
  reply: FastifyReply,
  shape: ZodType,
  events: AsyncIterable<unknown>,
): FastifyReply =>
  reply
    .type('text/event-stream; charset=utf-8')
    .header('cache-control', 'no-cache, no-transform')
    .header('x-accel-buffering', 'no')
    .send(Readable.from(eventTexts(shape, events)));

async function* eventTexts(shape: ZodType, events: AsyncIterable<unknown>): AsyncGenerator<string> {
  for await (const event of events) yield `event:message\ndata:${JSON.stringify(shape.parse(event))}\n\n`;
}
