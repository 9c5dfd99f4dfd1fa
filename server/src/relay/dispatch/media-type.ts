import type { UpstreamAnswer } from '../../platform/upstream-answer.ts';

/** What an upstream says that its answer is, without parameters; empty where it says nothing. */
export const mediaTypeOf = ({ headers }: Pick<UpstreamAnswer, 'headers'>): string =>
  (String(headers['content-type'] ?? '').split(';', 1)[0] as string).trim().toLowerCase();
