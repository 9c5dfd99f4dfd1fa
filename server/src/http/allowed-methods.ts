import type { FastifyInstance } from 'fastify';

interface Route {
  pattern: RegExp;
  methods: readonly string[];
}

/** Methods that each API path accepts, to distinguish a wrong method from an unknown path. */
export class AllowedMethods {
  readonly #routes: Route[] = [];

  /** Notes every route that is added from now on; addresses of the console's files are not of the API. */
  watch(server: FastifyInstance): void {
    server.addHook('onRoute', ({ url, method }) => {
      if (url === '/*') return;
      this.#routes.push({ pattern: toPattern(url), methods: [method].flat() });
    });
  }

  /** @returns methods in alphabetical order; empty when there is no such address */
  of(path: string): string[] {
    const methods = new Set<string>();
    for (const route of this.#routes) {
      if (route.pattern.test(path)) for (const method of route.methods) methods.add(method);
    }
    return [...methods].sort();
  }
}

/** As the router takes addresses: `:name` is one part, `:name(^…$)` one of that shape, `*` the rest, a slash at the end changes nothing. */
function toPattern(url: string): RegExp {
  const parts = url
    .replace(/\/$/, '')
    .split('/')
    .map((part) => {
      if (part.startsWith(':')) return /\(\^(.+)\$\)$/.exec(part)?.[1] ?? '[^/]+';
      return part === '*' ? '.*' : part.replace(/[^\w-]/g, '\\$&');
    });
  return new RegExp(`^${parts.join('/')}/?$`);
}
