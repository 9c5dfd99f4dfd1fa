/** The console's development server; what is not a screen is passed on to the gateway. */
import { join } from 'node:path';
import { createServer } from 'vite';
import { rootDir } from './preparation.mjs';

const gateway = `http://127.0.0.1:${process.env.PORT ?? 3000}`;
// The server judges the origin of changing calls, so it must see the address that the browser sees.
const target = { target: gateway, changeOrigin: false };

const server = await createServer({
  root: join(rootDir, 'console'),
  server: {
    port: Number(process.env.CONSOLE_PORT ?? 5173),
    proxy: { '^/(api|v1|healthz)(/|$)': target },
  },
});
await server.listen();
server.printUrls();

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.once(signal, async () => {
    await server.close();
    process.exit(0);
  });
}
