import type { ServiceTier, UnitKind } from './units.ts';
import type { UsageClass } from './usage-classes.ts';

/** The purpose of a model. */
export const modelKind = [
  'chat',
  'embedding',
  'image',
  'transcription',
  'speech',
  'realtime',
  'rerank',
  'ocr',
  'video',
  'music',
] as const;

/** Inputs, outputs and abilities of a model, in display order. */
export const modelAbility = [
  'vision',
  'video',
  'audio',
  'pdf',
  'image_output',
  'audio_output',
  'tools',
  'reasoning',
  'json',
  'search',
  'caching',
] as const;
export type ModelAbility = (typeof modelAbility)[number];

/** Where the figures of a row were read. */
export interface ModelSource {
  /** The vendor's own page that the lists name; may be empty. */
  page: string;
  /** Public price lists with their version; two where both have the price. */
  lists: readonly string[];
  /** Day, or month, in which they were read; empty for the demo provider. */
  date: string;
}

/** A model of the list that comes with the product, with its price: ratios are exact decimal texts. */
export interface BuiltInModel {
  model: string;
  /** Number of the model's owner. */
  owner: number;
  /** Left out: `tokens`. */
  type?: 'tokens' | 'times';
  input: string;
  output: string;
  extra_ratios?: Readonly<Partial<Record<UsageClass, string>>>;
  units?: readonly { kind: UnitKind; variant: string; price: string }[];
  steps?: readonly { above: number; input: string; output: string }[];
  tiers?: Readonly<Partial<Record<ServiceTier, string>>>;
  kind: (typeof modelKind)[number];
  /** Tokens that it takes in, and gives at most. */
  context?: number;
  max_output?: number;
  abilities?: readonly ModelAbility[];
  /** Place in the list of sources. */
  source: number;
}

/** `built-in-models.json`, which `scripts/built-in-models.mjs` makes. */
export interface BuiltInList {
  sources: readonly ModelSource[];
  models: readonly BuiltInModel[];
}
