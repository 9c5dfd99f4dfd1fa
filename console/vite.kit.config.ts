import { defineConfig, mergeConfig } from 'vite';
import product from './vite.config.ts';

/** The kit's page as a build of its own, for the browser tests; the product's build knows nothing of it. */
export default mergeConfig(
  product,
  defineConfig({
    // React's warnings are for developers, and so is this page.
    define: { 'process.env.NODE_ENV': '"development"' },
    build: {
      chunkSizeWarningLimit: 2000,
      rolldownOptions: { input: `${import.meta.dirname}/kit.html` },
    },
  }),
);
