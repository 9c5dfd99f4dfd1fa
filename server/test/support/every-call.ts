import { type Call, calls } from '@turnpike/contract';
import type { ZodObject } from 'zod';

/** Every call of the contract, for tests that walk all of them. */
export const everyCall = Object.entries(calls).flatMap(([entity, group]) =>
  Object.entries(group).map(([name, call]) => ({ entity, name, call: call as Call })),
);

/** Names of the members that a shape declares. */
export const membersOf = (shape: unknown): string[] =>
  Object.keys((shape as ZodObject | undefined)?.shape ?? {});
