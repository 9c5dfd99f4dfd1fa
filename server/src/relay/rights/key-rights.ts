import { GatewayError } from '../../platform/gateway-error.ts';
import { AddressList } from '../../platform/net/address-list.ts';

/** Permitted uses of a key, prepared for checks at each call; null means no restriction. */
export interface KeyRights {
  addresses: AddressList | null;
  models: AllowedModels | null;
}

interface AllowedModels {
  names: ReadonlySet<string>;
  /** Prefixes of names. */
  stems: readonly string[];
}

/**
 * @param lists JSON as it is stored @throws an error if a list cannot be read: the key may then do nothing
 */
export function readKeyRights(lists: { addresses: string; models: string }): KeyRights {
  const addresses = JSON.parse(lists.addresses) as string[];
  const models = JSON.parse(lists.models) as string[];
  return {
    addresses: addresses.length === 0 ? null : new AddressList(addresses),
    models: models.length === 0 ? null : toAllowedModels(models),
  };
}

const toAllowedModels = (models: readonly string[]): AllowedModels => ({
  names: new Set(models.filter((name) => !name.endsWith('*'))),
  stems: models.filter((name) => name.endsWith('*')).map((name) => name.slice(0, -1)),
});

/** @throws token.address_not_allowed */
export function assertMayCallFrom({ addresses }: KeyRights, address: string): void {
  if (addresses !== null && !addresses.has(address)) throw new GatewayError('token.address_not_allowed');
}

export const mayUseModel = ({ models }: KeyRights, model: string): boolean =>
  models === null || models.names.has(model) || models.stems.some((stem) => model.startsWith(stem));

/** @throws token.model_not_allowed */
export function assertMayUseModel(rights: KeyRights, model: string): void {
  if (!mayUseModel(rights, model)) throw new GatewayError('token.model_not_allowed', { model });
}
