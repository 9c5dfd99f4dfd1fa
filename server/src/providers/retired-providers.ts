/** A channel type of one-hub that has no API of its own: its vendor has ended, or it only names owners of models. */
export interface RetiredProvider {
  typeId: number;
  label: string;
  /** `YYYY-MM-DD`; null where no date is known. */
  endedOn: string | null;
  /** The types that a channel may have instead, the first of them for most. */
  successors: readonly number[];
  source: string;
}

/** Name the owner of a model. one-hub calls a channel of them like any address that is compatible with OpenAI. */
const ownersOnly = [
  { typeId: 43, label: 'Meta' },
  { typeId: 44, label: 'Ideogram' },
  { typeId: 46, label: 'Flux' },
  { typeId: 48, label: 'Rerank' },
];

/**
 * Channels of these types are kept and never called. Vendors that only changed their API have their number still.
 * Sources: as each says, checked 2026-11; the model owners of one-hub v0.14.16.
 */
export const retiredProviders: readonly RetiredProvider[] = [
  {
    typeId: 11,
    label: 'PaLM',
    endedOn: '2024-08-15',
    successors: [25],
    source: 'https://ai.google.dev/palm_docs/deprecation',
  },
  {
    typeId: 23,
    label: 'Tencent (signed by `AppId|SecretId|SecretKey`)',
    endedOn: null,
    successors: [40],
    source: '',
  },
  ...ownersOnly.map((owner) => ({ ...owner, endedOn: null, successors: [8], source: '' })),
  {
    typeId: 49,
    label: 'GitHub Models',
    endedOn: '2026-07-30',
    // Its models are offered by Azure AI Foundry.
    successors: [55, 3],
    source: 'https://github.blog/changelog/2026-07-30-github-models-is-now-retired/',
  },
];
