import type { UpstreamAnswer } from '../../platform/net/upstream-answer.ts';

/** The content type of an answer without parameters; empty if the upstream sent none. */
export const mediaTypeOf = ({ headers }: Pick<UpstreamAnswer, 'headers'>): string =>
  (String(headers['content-type'] ?? '').split(';', 1)[0] as string).trim().toLowerCase();
