import { existsSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { setSecurityHeaders } from './security-headers.ts';

/** A name that holds a hash of its content, as `assets/index-Cx81_9aZ.js`: it never changes. */
const HASHED_NAME = /-[\w-]{8,}\.\w+(\.(br|gz))?$/;
const API_PATHS = /^\/(api|v1|v1beta|claude|anthropic|gemini)(\/|$)/;

const notBuilt =
  'The console is not built yet. "npm start" builds it; the API answers at /api and /v1 all the same.\n';

/**
 * Serves the built console: its files, and its one page for every address that a person's browser opens.
 * @param folder `console/dist`; it may be absent
 */
export async function registerConsoleFiles(server: FastifyInstance, folder: string): Promise<void> {
  await server.register(async (scope) => {
    scope.addHook('onRequest', async (_request, reply) => setSecurityHeaders(reply));
    if (!existsSync(join(folder, 'index.html'))) {
      scope.get('/*', (request, reply) =>
        isPage(request)
          ? reply.code(503).type('text/plain; charset=utf-8').send(notBuilt)
          : reply.callNotFound(),
      );
      return;
    }
    await scope.register(fastifyStatic, {
      root: folder,
      serve: false,
      preCompressed: true,
      cacheControl: false,
      setHeaders: (reply, path) => {
        const isHashed = HASHED_NAME.test(path);
        reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache');
      },
    });
    scope.get('/*', (request, reply) => answerFile(request, reply, folder));
  });
}

function answerFile(request: FastifyRequest, reply: FastifyReply, folder: string) {
  const path = (request.params as { '*': string })['*'];
  if (API_PATHS.test(request.url)) return reply.callNotFound();
  if (isFileName(path) && existsSync(join(folder, path))) return reply.sendFile(path);
  return isPage(request) ? reply.sendFile('index.html') : reply.callNotFound();
}

const isFileName = (path: string): boolean => /\.\w+$/.test(path) && !path.split('/').includes('..');

/** A browser asks for HTML; at the root everybody gets the page who does not ask for JSON, as monitors and curl. */
function isPage({ url, headers }: FastifyRequest): boolean {
  const { accept = '' } = headers;
  if (accept.includes('text/html')) return !API_PATHS.test(url);
  return /^\/($|\?)/.test(url) && !accept.includes('application/json');
}
