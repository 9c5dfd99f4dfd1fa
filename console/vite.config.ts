import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin, type ResolvedConfig } from 'vite';

const server = process.env.TURNPIKE_DEV_SERVER ?? 'http://127.0.0.1:3000';

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), compressedCopies()],
  build: {
    target: 'es2023',
    // Everything is a file of our own origin: the content security policy allows no data: fonts or scripts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 700,
  },
  server: {
    port: 5173,
    // Changing calls prove their origin, so the host stays the browser's.
    proxy: { '/api': { target: server }, '/v1': { target: server } },
  },
});

/** Writes `.br` and `.gz` beside every text file of the build, so that the server compresses nothing itself. */
function compressedCopies(): Plugin {
  const leastBytes = 500;
  let config: ResolvedConfig;
  return {
    name: 'compressed-copies',
    apply: 'build',
    configResolved(resolved) {
      config = resolved;
    },
    closeBundle() {
      const folder = join(config.root, config.build.outDir);
      for (const name of globSync('**/*.{js,css,html,svg}', { cwd: folder })) {
        const content = readFileSync(join(folder, name));
        if (content.length < leastBytes) continue;
        const params = { [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
        writeFileSync(join(folder, `${name}.br`), brotliCompressSync(content, { params }));
        writeFileSync(join(folder, `${name}.gz`), gzipSync(content, { level: 9 }));
      }
    },
  };
}
