/** The server as few scripts instead of 1 778 modules; the reasons are in docs/decisions/0025. */
import { dirname, join, relative } from 'node:path';
import { defineConfig } from 'rolldown';

const rootDir = dirname(import.meta.dirname);
const sourceDir = join(import.meta.dirname, 'src/');

/**
 * Packages that read files of their own or are native, and a catalogue that is read as a file. Tests of faults change the
 * client of `pg`, so it is the one that they import.
 */
const loadedAsTheyAre = [
  '@node-rs/argon2',
  'pg',
  'pdfkit',
  'fontkit',
  '@fastify/swagger-ui',
  '@turnpike/contract/catalogues/built-in-models.json',
  /^@embedpdf\//,
];

/** Makes a chunk of each program of a thread: `new URL('./x-worker.ts', import.meta.url)`. */
const threadPrograms = {
  name: 'programs of threads',
  transform(code, id) {
    if (!id.startsWith(sourceDir)) return null;
    const changed = code.replace(/new URL\('(\.\/[\w-]+\.ts)', import\.meta\.url\)/g, (_, path) => {
      const chunk = this.emitFile({ type: 'chunk', id: join(dirname(id), path) });
      return `new URL(import.meta.ROLLUP_FILE_URL_${chunk})`;
    });
    // Only a test of the built product would find it otherwise.
    if (/new URL\(\s*['"`]\.{1,2}\/[^'"`]*\.ts\b/.test(changed))
      this.error(`${relative(rootDir, id)} names a source file in a way that the build does not know.`);
    return changed === code ? null : { code: changed };
  },
};

export default defineConfig({
  cwd: rootDir,
  platform: 'node',
  input: { main: join(sourceDir, 'main.ts'), cli: join(sourceDir, 'cli.ts') },
  external: loadedAsTheyAre,
  plugins: [threadPrograms],
  // A slow machine is no fault of the sources.
  checks: { bundlerTimings: false },
  onwarn({ code, message }) {
    // An import that is not found would fail when its line runs.
    throw new Error(`${code}: ${message}`);
  },
  output: {
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: '[name].js',
    // One character beyond Latin-1 makes each character of its script take two bytes in memory.
    charset: 'ascii',
    // Names, lines and the paths of the sources stay, so that a stack trace can be read.
    minify: false,
    comments: { legal: true, annotation: false, jsdoc: false },
  },
});
