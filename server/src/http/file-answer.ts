import type { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

/** A file to save. */
export interface AnsweredFile {
  /** ASCII, without quotes. */
  name: string;
  content: Uint8Array | Readable;
}

export const answerFile = (
  reply: FastifyReply,
  type: string,
  { name, content }: AnsweredFile,
): FastifyReply =>
  reply.type(type).header('content-disposition', `attachment; filename="${name}"`).send(content);
