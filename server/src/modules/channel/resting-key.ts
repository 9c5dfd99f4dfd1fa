/** A key that is not used for a model now, after a failure. */
export interface RestingKey {
  /** Null: all keys of the channel. */
  keyId: number | null;
  /** As the upstream calls it. */
  model: string;
  seconds: number;
  /** Catalogue code of the failure. */
  code: string;
}

/** Returns the keys of a channel that rest. */
export type RestingKeys = (channelId: number) => RestingKey[];
