import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const server = process.env.TURNPIKE_DEV_SERVER ?? 'http://127.0.0.1:3000';

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
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
