/** Notifies other parts of changes by management calls, so that no call uses old state. */
export interface Changes {
  userChanged(userId: number): void;
  tokenChanged(tokenId: number): void;
  tokensChanged(tokenIds: readonly number[]): void;
  /** Channels, groups or prices; resolves when calls are routed by them. */
  routingChanged(): Promise<void>;
  optionsChanged(): void;
}
