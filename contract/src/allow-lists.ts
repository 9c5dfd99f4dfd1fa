import { z } from 'zod';
import { line } from './text.ts';

/** An IP address, or a network as `10.0.0.0/8`. */
export const isAddressOrNetwork = (text: string): boolean =>
  [z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()].some((shape) => shape.safeParse(text).success);

/** Addresses and networks, IPv4 and IPv6. */
export const addressList = () =>
  z.array(z.string().trim().max(50).refine(isAddressOrNetwork, 'address_list.invalid')).max(100);

/** The name of a model; its last character may be `*`. */
export const isModelPattern = (name: string): boolean => !name.includes('*') || /^[^*]+\*$/.test(name);

/** Names of models; the last character of one may be `*`. */
export const modelAllowList = () =>
  z.array(line().min(1).max(200).refine(isModelPattern, 'channel.wildcard_not_last')).max(500);
