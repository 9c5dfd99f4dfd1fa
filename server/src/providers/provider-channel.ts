import type { KeyPart } from '@turnpike/contract';

/** A channel as a provider sees it. */
export interface ProviderChannel {
  keyParts: KeyParts;
  other: string;
  /** Further places in addresses and paths, as the provider reads them from the others. */
  places?: Readonly<Record<string, string>>;
}

/** A key taken apart; empty where the channel has none. */
export type KeyParts = Readonly<Partial<Record<KeyPart | AccountPart, string>>>;

/** Members of a service account file. */
type AccountPart = 'project' | 'client_email' | 'private_key' | 'token_uri';
