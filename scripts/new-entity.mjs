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

  return {
    files: [
      contractFile,
      newFile(dir, `${migrationDir}/${migration}.ts`, templates.migration(names)),
      newFile(dir, `server/src/db/tables/${kebab}-table.ts`, templates.table(names)),
      newFile(dir, `${module}/${kebab}-repository.ts`, templates.repository(names)),
      newFile(dir, `${module}/${kebab}-repository.db.test.ts`, templates.repositoryTest(names)),
      newFile(dir, `${module}/${kebab}-routes.ts`, templates.routes(names)),
      newFile(dir, `server/test/examples/${kebab}-examples.ts`, templates.examples(names)),
      editedFile(dir, 'contract/src/entities.ts', [
        [
          /^export \* from '\.\/entities\/token\.ts';$/m,
          (line) => `export * from './entities/${kebab}.ts';\n${line}`,
        ],
      ]),
      editedFile(dir, 'server/src/db/tables.ts', [
        [/^ {2}tokens: TokenTable;$/m, (line) => `${line}\n  ${names.table}: ${pascal}Table;`],
        [
          /^\} from '\.\/tables\/call-tables\.ts';$/m,
          (line) => `${line}\nimport type { ${pascal}Table } from './tables/${kebab}-table.ts';`,
        ],
      ]),
      editedFile(dir, 'server/src/db/migrate.ts', [
        [
          /(?<=^const migrations: [^{]*\{\n(?:.*\n)*?)\};$/m,
          (end) =>
            `  '${migration}': async () => (await import('./migrations/${migration}.ts')).${camel},\n${end}`,
        ],
      ]),
      editedFile(dir, 'server/src/modules/management-api.ts', [
        [
          /^import \{ tokenRoutes \}/m,
          (line) => `import { ${camel}Routes } from './${kebab}/${kebab}-routes.ts';\n${line}`,
        ],
        [/^ *tokenRoutes\(deps\),$/m, (line) => `${line}\n${camel}Routes(deps),`],
      ]),
      ...screen.files,
    ],
    nextSteps: [
      `give contract/src/entities/${kebab}.ts its real fields, then the migration, its table and the repository`,
      ...screen.nextSteps,
    ],
  };
}

function nextMigrationNumber(dir) {
  const numbers = readdirSync(join(dir, migrationDir)).map((file) => Number.parseInt(file, 10) || 0);
  return String(Math.max(0, ...numbers) + 1).padStart(4, '0');
}
