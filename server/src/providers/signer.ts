import type { ProviderChannel } from './provider-channel.ts';

/** How a vendor is shown that a call may be made, where headers that stay the same are not enough. */
export type Signer = TokenSigner | RequestSigner;

export interface TokenSigner {
  kind: 'token';
  /**
   * A token that calls are made with for a while.
   * @throws GatewayError where the vendor gives none
   */
  obtain(channel: ProviderChannel, request: TokenRequest): Promise<SigningToken>;
}

export interface RequestSigner {
  kind: 'request';
  /** Headers next to those of the request. */
  sign(channel: ProviderChannel, request: SignableRequest): Promise<Readonly<Record<string, string>>>;
}

export interface SignableRequest {
  method: string;
  url: string;
  body: Uint8Array;
  /** Wall time. */
  nowSeconds: number;
}

export interface TokenRequest {
  /** Wall time. */
  nowSeconds: number;
  /** Sends a form. @throws UpstreamError */
  post(url: URL, form: Readonly<Record<string, string>>): Promise<{ status: number; body: string }>;
}

export interface SigningToken {
  headers: Readonly<Record<string, string>>;
  /** Wall time. */
  expiresAtSeconds: number;
}
