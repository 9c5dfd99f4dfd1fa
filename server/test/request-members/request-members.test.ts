import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { declarationsOf, membersDeclared } from './declared-members.ts';
import { packageMembers } from './known-members.ts';

/**
 * A new member of a vendor's request may let the vendor add content that the body does not show: of another user, and beyond
 * what the call holds. An update of a package needs a decision on each new name in known-members.ts.
 */
describe.each(packageMembers)('requests of the package $name', ({ name, within, requests, held, others }) => {
  const declared = new Set<string>();
  const declarations = declarationsOf(name, within);
  for (const request of requests)
    for (const member of membersDeclared(declarations, request)) declared.add(member);
  const known = new Set([...Object.keys(held), ...others.trim().split(/\s+/)]);

  it('have no member that no list knows', () => {
    expect([...declared].filter((member) => !known.has(member))).toEqual([]);
  });

  it('have all members that the lists name', () => {
    expect([...known].filter((member) => !declared.has(member))).toEqual([]);
  });

  it.each(Object.entries(held))('have a test for what %s names at the vendor: %s', (member, path) => {
    const test = readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');
    expect(new RegExp(`\\b${member}\\b`).test(test)).toBe(true);
  });
});
