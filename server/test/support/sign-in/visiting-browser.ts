import { type Call, oauthCalls, type RedirectProvider } from '@turnpike/contract';
import { askConfirmed } from '../ask-confirmed.ts';
import type { TestManagement } from '../test-management.ts';
import type { FakeInternet } from './fake-internet.ts';

type AskedOf = Parameters<TestManagement['ask']>[1];

/** A browser with its own cookies, here and at the providers. */
export function openBrowser(site: TestManagement, internet: FakeInternet, origin: string) {
  const own = new Map<string, string>();
  const foreign = new Map<string, string>();
  const textOf = (cookies: Map<string, string>) => [...cookies].map((pair) => pair.join('=')).join('; ');
  const keep = (cookies: Map<string, string>, given: readonly string[]) => {
    for (const one of given) {
      const [name = '', value = ''] = (one.split(';', 1)[0] ?? '').split(/=(.*)/s, 2);
      if (value === '') cookies.delete(name);
      else cookies.set(name, value);
    }
  };

  const ask = async (call: Pick<Call, 'method' | 'path'>, asked: AskedOf = {}) => {
    const answer = await site.ask(call, { ...asked, headers: { cookie: textOf(own), ...asked?.headers } });
    keep(own, [answer.headers['set-cookie'] ?? []].flat() as string[]);
    return answer;
  };

  /** Opens the address of a provider. @returns the address of the console that it redirects to */
  const visit = async (address: string): Promise<URL> => {
    let next = address;
    for (let hops = 0; hops < 10; hops++) {
      const answer = await internet.forward(next, { cookie: textOf(foreign) });
      keep(foreign, answer.headers.getSetCookie());
      const location = answer.headers.get('location');
      if (location === null) throw new Error(`${answer.status} at ${next}: ${await answer.text()}`);
      next = new URL(location, next).href;
      if (next.startsWith(`${origin}/`)) return new URL(next);
    }
    throw new Error('too many redirects');
  };

  const begin = async (
    provider: RedirectProvider,
    query: Record<string, string> = {},
  ): Promise<Record<string, string>> => {
    const { body } = await askConfirmed(ask, oauthCalls.endpoint, { query: { provider, ...query } });
    if (!body.success) throw new Error(body.code);
    return Object.fromEntries((await visit(body.data)).searchParams);
  };

  return {
    cookies: own,
    ask,
    visit,
    begin,
    /** The whole way: begins, visits the provider and comes back. */
    async go(provider: RedirectProvider, query: Record<string, string> = {}) {
      return ask(oauthCalls[provider], { query: await begin(provider, query) });
    },
  };
}
