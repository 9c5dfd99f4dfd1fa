import { startCodeBook } from './code-book.ts';
import { json, redirect, type Site } from './fake-internet.ts';

export interface GitHubPerson {
  id: unknown;
  login: string;
  name?: string | null;
  /** The profile's own text, verified by nobody. */
  email?: string | null;
  avatar_url?: string;
  emails?: { email: string; primary: boolean; verified: boolean }[];
}

const client = { id: 'github-client', secret: 'github-secret' };

/**
 * GitHub as its documents have it. Errors of the exchange come with status 200, the answer is a form unless JSON is
 * asked for, and a request without a user agent is refused.
 */
export function startFakeGitHub() {
  const codes = startCodeBook<GitHubPerson>();
  const github = {
    client,
    /** The person who is signed in there. */
    person: { id: 1, login: 'octocat' } as GitHubPerson,
    scope: 'user:email',
    tokens: new Map<string, GitHubPerson>(),
    sites: {} as Record<string, Site>,
  };
  const refused = (error: string) =>
    json({ error, error_description: error, error_uri: 'https://docs.github.com' });

  github.sites['https://github.com'] = ({ method, url, headers, body }) => {
    if (method === 'GET' && url.pathname === '/login/oauth/authorize') {
      const query = url.searchParams;
      if (query.get('client_id') !== client.id || query.get('scope') !== 'user:email') return undefined;
      const back = new URL(query.get('redirect_uri') ?? '');
      back.search = new URLSearchParams({
        code: codes.give(github.person, query),
        state: query.get('state') ?? '',
      }).toString();
      return redirect(back.href);
    }
    if (method !== 'POST' || url.pathname !== '/login/oauth/access_token') return undefined;
    if (headers['content-type'] !== 'application/x-www-form-urlencoded') return undefined;
    if (headers.accept !== 'application/json') return { body: 'error=not_json' };
    const given = Object.fromEntries(new URLSearchParams(body));
    if (given.client_id !== client.id || given.client_secret !== client.secret)
      return refused('incorrect_client_credentials');
    const person = codes.take(given);
    if (person === undefined) return refused('bad_verification_code');
    const token = `gho_${github.tokens.size}`;
    github.tokens.set(token, person);
    return json({ access_token: token, token_type: 'bearer', scope: github.scope });
  };
  github.sites['https://api.github.com'] = ({ method, url, headers }) => {
    if (!headers['user-agent']) return { status: 403, body: 'Request forbidden by administrative rules.' };
    const person = github.tokens.get(headers.authorization?.replace('Bearer ', '') ?? '');
    if (method !== 'GET' || person === undefined) return json({ message: 'Bad credentials' }, 401);
    const { emails, ...profile } = person;
    if (url.pathname === '/user') return json(profile);
    if (url.pathname === '/user/emails' && github.scope.includes('user:email')) return json(emails ?? []);
    return json({ message: 'Not Found' }, 404);
  };
  return github;
}
