/**
 * The files of a new entity: its calls, its table, the module that answers them and its screen; to be changed
 * from there.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import * as templates from './entity-templates.mjs';
import { editedFile, newFile, spellings } from './generator.mjs';
import { planEntityScreen } from './new-entity-screen.mjs';

const migrationDir = 'server/src/db/migrations';

export function planEntity(dir, name) {
  const spelling = spellings(name);
  const { kebab, camel, pascal, snake, words } = spelling;
  const names = { ...spelling, table: `${snake}s`, article: /^[aeiou]/.test(words) ? 'an' : 'a' };
  const module = `server/src/modules/${kebab}`;
  const contractFile = newFile(dir, `contract/src/entities/${kebab}.ts`, templates.contract(names));
  const screen = planEntityScreen(dir, spelling);
  const migration = `${nextMigrationNumber(dir)}-${kebab}`;
  const text = (file, sentence) =>
    editedFile(dir, `console/src/api/locales/${file}.ts`, [
      [/^ {2}'token\.not_found':/m, (line) => `  '${snake}.not_found': '${sentence}',\n${line}`],
    ]);

  return {
    files: [
      contractFile,
      newFile(dir, `${migrationDir}/${migration}.ts`, templates.migration(names)),
      newFile(dir, `${module}/${kebab}-repository.ts`, templates.repository(names)),
      newFile(dir, `${module}/${kebab}-repository.db.test.ts`, templates.repositoryTest(names)),
      newFile(dir, `${module}/${kebab}-routes.ts`, templates.routes(names)),
      editedFile(dir, 'contract/src/index.ts', [
        [
          /^export \* from '\.\/entities\/token\.ts';$/m,
          (line) => `export * from './entities/${kebab}.ts';\n${line}`,
        ],
      ]),
      editedFile(dir, 'contract/src/calls.ts', [
        [
          /^import \{ tokenCalls \}/m,
          (line) => `import { ${camel}Calls } from './entities/${kebab}.ts';\n${line}`,
        ],
        [/^ {2}token: tokenCalls,$/m, (line) => `${line}\n  ${camel}: ${camel}Calls,`],
      ]),
      editedFile(dir, 'contract/src/error-catalogue.ts', [
        [
          /^ {2}'token\.not_found':/m,
          (line) =>
            `  '${snake}.not_found': { status: 404, message: 'There is no such ${words}.' },\n${line}`,
        ],
      ]),
      editedFile(dir, 'server/src/db/tables.ts', [
        [/^ {2}tokens: TokenTable;$/m, (line) => `${line}\n  ${names.table}: ${pascal}Table;`],
        [/^export interface TokenTable\b.*\{$/m, (line) => `${templates.table(names)}\n${line}`],
      ]),
      editedFile(dir, 'server/src/db/migrate.ts', [
        [
          /^import type \{ Tables \}/m,
          (line) => `import { ${camel} } from './migrations/${migration}.ts';\n${line}`,
        ],
        [/(?<=^const migrations: [^{]*\{\n(?:.*\n)*?)\};$/m, (end) => `  '${migration}': ${camel},\n${end}`],
      ]),
      editedFile(dir, 'server/src/modules/management-api.ts', [
        [
          /^import \{ tokenRoutes \}/m,
          (line) => `import { ${camel}Routes } from './${kebab}/${kebab}-routes.ts';\n${line}`,
        ],
        [/^ *tokenRoutes\(deps\),$/m, (line) => `${line}\n${camel}Routes(deps),`],
      ]),
      editedFile(dir, 'server/test/support/example-requests.ts', [
        [
          /^ {2}await post\('\/api\/prices\/single'/m,
          (line) => `  const ${camel} = await post('/api/${snake}/', owner, { name: mark });\n${line}`,
        ],
        [/^ {2}return \{\n {4}target,\n/m, (lines) => `${lines}    ${camel},\n`],
        [/^ {2}const \{ target, /m, (line) => `${line}${camel}, `],
        [/^ {4}model: \{$/m, (line) => `${templates.examples(names)}\n${line}`],
      ]),
      text('zh_CN', '没有这条记录。'),
      text('zh_HK', '沒有這筆記錄。'),
      text('en_US', `There is no such ${words}.`),
      text('ja_JP', '該当する項目が見つかりません。'),
      ...screen.files,
    ],
    nextSteps: [
      `give contract/src/entities/${kebab}.ts its real fields, then the migration, tables.ts and the repository`,
      `write the sentences for ${snake}.not_found as a native would (console/src/api/locales)`,
      ...screen.nextSteps,
    ],
  };
}

function nextMigrationNumber(dir) {
  const numbers = readdirSync(join(dir, migrationDir)).map((file) => Number.parseInt(file, 10) || 0);
  return String(Math.max(0, ...numbers) + 1).padStart(4, '0');
}
