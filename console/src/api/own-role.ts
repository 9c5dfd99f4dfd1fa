import { role } from '@turnpike/contract';
import { useSelf } from './self.ts';

export function useIsAdmin(): boolean {
  return (useSelf()?.role ?? 0) >= role.admin;
}

export function useIsRoot(): boolean {
  return (useSelf()?.role ?? 0) >= role.root;
}
