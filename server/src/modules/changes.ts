/** Tells the other parts what a management call changed, so that no call is served by old knowledge. */
export interface Changes {
  userChanged(userId: number): void;
  tokenChanged(tokenId: number): void;
  tokensChanged(tokenIds: readonly number[]): void;
  /** Channels, groups or prices; resolves when calls are routed by them. */
  routingChanged(): Promise<void>;
  optionsChanged(): void;
}
