import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin, type ResolvedConfig } from 'vite';
import { screenChunks } from './screen-chunks.ts';

const server = process.env.TURNPIKE_DEV_SERVER ?? 'http://127.0.0.1:3000';

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    react(),
    chartParts(),
    pickerParts(),
    schemaParts(),
    callTexts(),
    compressedCopies(),
    kitAddress(),
  ],
  build: {
    target: 'es2023',
    // Everything is a file of our own origin: the content security policy allows no data: fonts or scripts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 750,
    rolldownOptions: {
      output: {
        codeSplitting: {
          // The names cover what each module needs.
          includeDependenciesRecursively: false,
          groups: [{ name: screenChunks(), debugName: 'screens' }],
        },
      },
    },
  },
  server: {
    port: 5173,
    // Changing calls prove their origin, so the host stays the browser's.
    proxy: { '/api': { target: server }, '/v1': { target: server } },
  },
});

/**
 * Leaves out what the chart library brings for charts that no screen has: its container names every feature and every
 * kind of series, so none would be shaken off. Saves a screen with a chart about 7 KB.
 */
function chartParts(): Plugin {
  const features = [
    'Tooltip',
    'Interaction',
    'CartesianAxis',
    'Highlight',
    'VisibilityManager',
    'KeyboardNavigation',
  ];
  const feature = (name: string) =>
    `import { useChart${name} } from './featurePlugins/useChart${name}/index.mjs';`;
  const replaced: Record<string, string> = {
    'internals/plugins/allPlugins.mjs': `${features.map(feature).join('\n')}
export const DEFAULT_PLUGINS = [${features.map((name) => `useChart${name}`).join(', ')}];`,
    // Buttons and menus of the tool bar.
    'internals/material/index.mjs': 'export const defaultSlotsMaterial = {};',
    'internals/plugins/utils/defaultSeriesConfig.mjs': `
import { barSeriesConfig } from '../../../BarChart/seriesConfig/index.mjs';
import { lineSeriesConfig } from '../../../LineChart/seriesConfig/index.mjs';
export const defaultSeriesConfig = { bar: barSeriesConfig, line: lineSeriesConfig };`,
  };
  return replacedParts('@mui/x-charts', replaced);
}

/**
 * Removes unused parts of the date library: other looks of a field, the choice of months, and the hidden title above the
 * calendar. Months follow each other without sliding. Saves a screen with a date about 9 KB.
 */
function pickerParts(): Plugin {
  const nothing = (name: string) => `export const ${name} = () => null;`;
  return replacedParts('@mui/x-date-pickers', {
    'PickersTextField/PickersFilledInput/index.mjs': nothing('PickersFilledInput'),
    'PickersTextField/PickersInput/index.mjs': nothing('PickersInput'),
    'PickersShortcuts/index.mjs': nothing('PickersShortcuts'),
    'MonthCalendar/index.mjs': nothing('MonthCalendar'),
    'DatePicker/DatePickerToolbar.mjs': nothing('DatePickerToolbar'),
    'DateTimePicker/DateTimePickerToolbar.mjs': `
import { createContext } from 'react';
export const DateTimePickerToolbarOverrideContext = createContext(null);
${nothing('DateTimePickerToolbar')}`,
    'DateCalendar/PickersSlideTransition.mjs':
      'export const PickersSlideTransition = ({ children }) => children;',
    'DateCalendar/PickersFadeTransitionGroup.mjs':
      'export const PickersFadeTransitionGroup = ({ children }) => children;',
  });
}

/** @param replaced texts of modules by their path in the library */
function replacedParts(library: string, replaced: Record<string, string>): Plugin {
  return {
    name: `parts of ${library}`,
    apply: 'build',
    enforce: 'pre',
    load(id) {
      const [, part = ''] = id.split(`/${library}/`);
      return replaced[part] ?? null;
    },
  };
}

/**
 * Removes parts of the schema library that tree shaking cannot. They are the writing of JSON Schema, which only the server
 * needs, and the format methods of texts, because the used ones stand alone (`z.email()`). They are also its English
 * messages, which no reader sees, and compiled code, which the content security policy forbids. Saves every screen with a
 * list or a form about 10 KB.
 */
function schemaParts(): Plugin {
  const left = /\/zod\/v4\/core\/(to-json-schema|json-schema-processors)\.js$/;
  const formatMethods = /(core\.\$constructor\("ZodString", [\s\S]*?\}), \{\n {4}email\([\s\S]*?\n\}\);/;
  const usesMethod =
    /\.string\(\)(?:\s*\.\w+\([^()]*\))*?\s*\.(?:email|url|uuid|datetime|date|time|ip\w+|cidr\w+|base64\w*)\(/;
  return {
    name: 'parts of zod',
    apply: 'build',
    enforce: 'pre',
    transform(code, id) {
      if (id.endsWith('/zod/v4/classic/schemas.js')) {
        const plain = code.replace('core.$ZodObjectJIT.init', 'core.$ZodObject.init');
        const short = plain.replace(formatMethods, '$1);');
        if (plain === code || short === plain) this.error('parts stand elsewhere in this version of zod');
        return short;
      }
      if (id.endsWith('/zod/v4/locales/en.js'))
        return 'export default () => ({ localeError: () => undefined });';
      if (id.includes('/contract/src/') && usesMethod.test(code))
        this.error(`${id}: formats of texts are left out of the console; write z.email() and the like`);
      if (!left.test(id)) return null;
      const names = [...code.matchAll(/^export (?:const|function) (\w+)/gm)].map(([, name]) => name);
      const parts = names.map((name) => `export const ${name} = none;`);
      return `const none = () => none;\n${parts.join('\n')}\nexport { none as process };`;
    },
  };
}

/** A node of a syntax tree, as far as it is looked at. */
interface SyntaxNode {
  type: string;
  start: number;
  end: number;
  [member: string]: unknown;
}

/**
 * Leaves out what only the description of the API says of calls and their members: the console shows texts of its own.
 * Saves every screen 2 to 4 KB.
 */
function callTexts(): Plugin {
  return {
    name: 'texts of calls',
    apply: 'build',
    transform(code, id) {
      if (!id.includes('/contract/src/')) return null;
      const texts: { start: number; end: number; kept: string }[] = [];
      const open: unknown[] = [this.parse(code)];
      while (open.length > 0) {
        const node = open.pop();
        if (typeof node !== 'object' || node === null) continue;
        open.push(...Object.values(node));
        const text = textOf(node as SyntaxNode, code);
        if (text !== null) texts.push(text);
      }
      let rest = code;
      for (const { start, end, kept } of texts.sort((a, b) => b.start - a.start))
        rest = rest.slice(0, start) + kept + rest.slice(end);
      return { code: rest, map: null };
    },
  };
}

/** `.describe(…)` behind a schema, or the summary of a call; null for anything else. */
function textOf(node: SyntaxNode, code: string): { start: number; end: number; kept: string } | null {
  if (node.type === 'CallExpression') {
    const callee = node.callee as SyntaxNode;
    const property = callee.property as SyntaxNode | undefined;
    if (callee.type !== 'MemberExpression' || property?.name !== 'describe') return null;
    return { start: (callee.object as SyntaxNode).end, end: node.end, kept: '' };
  }
  if (node.type !== 'Property' || (node.key as SyntaxNode).name !== 'summary') return null;
  const value = node.value as SyntaxNode;
  if (value.type !== 'Literal') return null;
  return { start: node.start, end: code[node.end] === ',' ? node.end + 1 : node.end, kept: '' };
}

/** Writes `.br` and `.gz` next to every text file of the build, so that the server compresses nothing itself. */
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

/** The kit's page at `/dev/kit`, where a developer's server runs; no build of the product has it. */
function kitAddress(): Plugin {
  return {
    name: 'kit-address',
    configureServer({ middlewares }) {
      middlewares.use((request, _response, next) => {
        if (request.url?.split('?', 1)[0] === '/dev/kit') request.url = '/kit.html';
        next();
      });
    },
  };
}
