import { createHash } from 'node:crypto';

/** Codes that a provider has given out, each good for one exchange by the one who asked for it. */
export function startCodeBook<Person>() {
  const open = new Map<string, { person: Person; redirectUri: string; challenge: string | null }>();
  let count = 0;
  return {
    give(person: Person, query: URLSearchParams): string {
      const code = `code-${++count}`;
      if (query.get('code_challenge_method') !== 'S256') throw new Error('a challenge by S256 is expected');
      const redirectUri = query.get('redirect_uri') ?? '';
      open.set(code, { person, redirectUri, challenge: query.get('code_challenge') });
      return code;
    },
    /** @returns undefined for a code that is unknown, used, or of another redirect address or challenge */
    take(given: Record<string, string | undefined>): Person | undefined {
      const { code = '', redirect_uri, code_verifier = '' } = given;
      const kept = open.get(code);
      open.delete(code);
      const challenge = createHash('sha256').update(code_verifier).digest('base64url');
      if (kept === undefined || kept.redirectUri !== redirect_uri || kept.challenge !== challenge)
        return undefined;
      return kept.person;
    },
  };
}
