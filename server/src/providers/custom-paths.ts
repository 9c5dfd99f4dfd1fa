import { type ChannelPlugin, PATH_OFF } from '@turnpike/contract';
import type { DialectName } from '../dialects/call-facts.ts';
import type { Form, ProviderPlugin } from './provider.ts';

type Operation = keyof NonNullable<ChannelPlugin['customize']>;

/** One-hub's numbers of operations, and where each is asked unless a channel says otherwise. */
const OPERATIONS: readonly (readonly [
  operation: Operation,
  path: string,
  dialects: readonly DialectName[],
])[] = [
  [1, '/v1/chat/completions', ['openai-chat']],
  [2, '/v1/completions', ['openai-completions']],
  [3, '/v1/embeddings', ['openai-embeddings']],
  [4, '/v1/moderations', ['openai-moderations']],
  [5, '/v1/images/generations', ['openai-images']],
  [6, '/v1/images/edits', ['openai-image-edits']],
  [7, '/v1/images/variations', ['openai-image-variations']],
  [9, '/v1/audio/speech', ['openai-speech']],
  [10, '/v1/audio/transcriptions', ['openai-transcriptions']],
  [11, '/v1/audio/translations', ['openai-translations']],
  [13, '/v1/rerank', ['rerank']],
  [16, '/v1/responses', ['openai-responses', 'responses-compaction', 'responses-count']],
];

/** Paths of a channel's own, in place of OpenAI's; an operation can be switched off. */
export const customPaths: ProviderPlugin = {
  parameters: OPERATIONS.map(([operation, example]) => ({
    plugin: 'customize',
    name: String(operation),
    kind: 'path',
    example,
  })),
  apply(form, { customize = {} }) {
    const known = OPERATIONS.find(([, , dialects]) => dialects.includes(form.dialect.name));
    const own = known === undefined ? undefined : customize[known[0]];
    if (known === undefined || !own) return form;
    return own === PATH_OFF ? null : withPath(form, { own, usual: known[1] });
  },
};

const withPath = (form: Form, { own, usual }: { own: string; usual: string }): Form => ({
  ...form,
  path: own + form.path.slice(usual.length),
});
