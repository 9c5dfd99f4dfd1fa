import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findSourceProblems } from './check-sources.mjs';

let dir;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'turnpike-sources-'));
  write('docs/reference/compatibility.md', '# Compatibility\n\n## Log rows\n\n### Calls\n');
});
afterEach(() => rmSync(dir, { recursive: true }));

describe('the check of sources', () => {
  it('is content with headings that are there, also where a line ends before them, and with other sources', () => {
    write('server/src/log.ts', '/** Source: docs/reference/compatibility.md, "Log rows". */\n');
    write(
      'server/src/call.ts',
      '/**\n * Source: docs/reference/compatibility.md,\n * "Calls".\n */\n// RFC 9110\n',
    );
    write(
      'docs/decisions/0001.md',
      '[rows](../reference/compatibility.md#log-rows), console-screens.e2e.ts\n',
    );

    expect(findSourceProblems(dir)).toEqual([]);
  });

  it('names a heading, and a page, that is not there', () => {
    write('contract/src/log.ts', '// Source: docs/reference/compatibility.md,\n// "Log lines".\n');
    write('contract/src/token.ts', '/** Source: docs/reference/tokens.md, "Keys". */\n');
    write('docs/guides/move.md', '[rows](../reference/compatibility.md#log-lines), [how](#how)\n');

    expect(findSourceProblems(dir)).toEqual([
      'contract/src/log.ts: docs/reference/compatibility.md has no heading "Log lines"',
      'contract/src/token.ts: docs/reference/tokens.md has no heading "Keys"',
      'docs/guides/move.md: docs/reference/compatibility.md has no heading "log-lines"',
      'docs/guides/move.md: docs/guides/move.md has no heading "how"',
    ]);
  });

  it.each([
    'console-api, section 3',
    'console-screens, section 6.8',
    'pains, section 2.3',
    'pains, 33 and 46',
    'Product specification, 9',
    'Source: relay, section 1.5',
    'relay, section 1.5',
    'domain, 2.1',
    'design, section 4',
    "as in the family's console",
    'left by a sister product',
  ])('refuses %s, in code, pages and the README', (source) => {
    write('console/src/token.tsx', `const a = 1;\n/** ${source} */\n`);
    write('README.md', `${source}\n`);

    expect(findSourceProblems(dir)).toEqual([
      `README.md:1: no reader can open: ${source}`,
      `console/src/token.tsx:2: no reader can open: /** ${source} */`,
    ]);
  });

  it('leaves out what is installed or built', () => {
    write('console/dist/index.mjs', 'console-api');
    write('server/node_modules/x/index.mjs', 'console-api');

    expect(findSourceProblems(dir)).toEqual([]);
  });
});

function write(path, text) {
  mkdirSync(dirname(join(dir, path)), { recursive: true });
  writeFileSync(join(dir, path), text);
}
