import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join, normalize } from 'node:path';
import { promisify } from 'node:util';

const consoleDir = join(import.meta.dirname, '../../console');
const viteProgram = join(import.meta.dirname, '../../node_modules/vite/bin/vite.js');

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

export interface KitSite {
  /** `http://127.0.0.1:<port>`; the page is `/kit.html`. */
  url: string;
  stop(): Promise<void>;
}

/** Where a page asks, on a slow machine, whether its server is still there before it loads a further file. */
const STATUS_PATH = '/api/status';

/** Builds the page that shows the console's kit, and serves it without any gateway. */
export async function startKitSite(): Promise<KitSite> {
  const folder = mkdtempSync(join(tmpdir(), 'turnpike-kit-'));
  const args = [viteProgram, 'build', '--config', 'vite.kit.config.ts', '--outDir', folder, '--emptyOutDir'];
  await promisify(execFile)(process.execPath, [...args, '--logLevel', 'warn'], { cwd: consoleDir });
  const server = createServer((request, response) => {
    const path = normalize(new URL(request.url ?? '/', 'http://kit').pathname);
    if (path === STATUS_PATH) {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ success: true, message: '', data: { version: 'v0.0.0' } }));
      return;
    }
    try {
      const content = readFileSync(join(folder, path));
      response.writeHead(200, { 'content-type': types[extname(path)] ?? 'application/octet-stream' });
      response.end(content);
    } catch {
      response.writeHead(404).end();
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
