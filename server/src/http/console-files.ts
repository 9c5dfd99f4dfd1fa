import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { allowTurnstile, isTurnstilePage, setSecurityHeaders } from './security-headers.ts';

/** A name that holds a hash of its content, as `assets/index-Cx81_9aZ.js`: it never changes. */
const HASHED_NAME = /-[\w-]{8,}\.\w+$/;
const API_PATHS = /^\/(api|v1|v1beta|claude|anthropic|gemini|mj(?:-fast|-relax|-turbo)?|suno|kling)(\/|$)/;

const notBuilt =
  'The console is not built yet. "npm start" builds it; the API answers at /api and /v1 all the same.\n';

/**
 * Serves the built console: its files, and its one page for every address that a person's browser opens.
 * @param folder `console/dist`; it may be absent
 * @param hasTurnstile whether forms for visitors have a check by Turnstile now
 */
export async function registerConsoleFiles(
  server: FastifyInstance,
  { folder, hasTurnstile }: { folder: string; hasTurnstile: () => boolean },
): Promise<void> {
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
    scope.get('/*', (request, reply) => {
      if (isTurnstilePage(request.url) && hasTurnstile()) allowTurnstile(reply);
      return answerFile(request, reply, folder);
    });
  });
}

function answerFile(request: FastifyRequest, reply: FastifyReply, folder: string) {
  const path = (request.params as { '*': string })['*'];
  if (API_PATHS.test(request.url)) return reply.callNotFound();
  if (isFileName(path) && existsSync(join(folder, path))) return sendFile(request, reply, { folder, path });
  return isPage(request) ? sendFile(request, reply, { folder, path: 'index.html' }) : reply.callNotFound();
}

/** Compressed next to the file when the console was built. */
const suffixes: ReadonlyMap<string, string> = new Map([
  ['br', '.br'],
  ['gzip', '.gz'],
]);

/** The file server is loaded with the first file. */
async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  { folder, path }: { folder: string; path: string },
) {
  const [{ default: send }, { negotiate }] = await Promise.all([
    import('@fastify/send'),
    import('@fastify/accept-negotiator'),
  ]);
  const encodings = [...suffixes.keys()].filter((name) =>
    existsSync(join(folder, path + suffixes.get(name))),
  );
  const encoding = negotiate(String(request.headers['accept-encoding'] ?? ''), encodings);
  const file = encodeURI(path + (suffixes.get(encoding ?? '') ?? ''));
  const { statusCode, headers, stream } = await send(request.raw, file, {
    ...{ root: folder, cacheControl: false, contentType: false },
  });
  if (statusCode >= 400) {
    // The error page of `send` has another type and is not compressed.
    stream.destroy();
    const { 'Content-Range': range } = headers;
    if (range !== undefined) reply.header('content-range', range);
    return statusCode === 404
      ? reply.callNotFound()
      : reply.code(statusCode).header('cache-control', 'no-store').send();
  }
  const type = send.mime.getType(path) ?? 'application/octet-stream';
  if (encoding !== null) reply.header('content-encoding', encoding);
  return reply
    .code(statusCode)
    .headers(headers)
    .header('vary', 'accept-encoding')
    .header('cache-control', cacheControlOf(request.url, path))
    .type(send.isUtf8MimeType(type) ? `${type}; charset=utf-8` : type)
    .send(stream);
}

function cacheControlOf(url: string, path: string): string {
  // The policy of these pages changes with an option, and a browser keeps the old one with a page that it revalidates.
  if (isTurnstilePage(url)) return 'no-store';
  return HASHED_NAME.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache';
}

const isFileName = (path: string): boolean => /\.\w+$/.test(path) && !path.split('/').includes('..');

/** A browser asks for HTML; at the root everybody gets the page who does not ask for JSON, as monitors and curl. */
function isPage({ url, headers }: FastifyRequest): boolean {
  const { accept = '' } = headers;
  if (accept.includes('text/html')) return !API_PATHS.test(url);
  return /^\/($|\?)/.test(url) && !accept.includes('application/json');
}
