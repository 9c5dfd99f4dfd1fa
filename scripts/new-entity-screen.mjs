/** The files of a new entity's screen: a feature folder, and the lists that a screen stands in. */
import * as templates from './entity-screen-templates.mjs';
import { editedFile, newFile } from './generator.mjs';

export function planEntityScreen(dir, spelling) {
  const { kebab, camel, pascal, snake, words } = spelling;
  const feature = `console/src/features/${kebab}`;
  const title = templates.sentenceCase(words);

  return {
    files: [
      newFile(dir, `${feature}/${kebab}-api.ts`, templates.api(spelling)),
      newFile(dir, `${feature}/${kebab}-columns.tsx`, templates.columns(spelling)),
      newFile(dir, `${feature}/${kebab}-actions.tsx`, templates.actions(spelling)),
      newFile(dir, `${feature}/${kebab}-form.tsx`, templates.form(spelling)),
      newFile(dir, `${feature}/${kebab}-page.tsx`, templates.page(spelling)),
      ...templates.languages.flatMap((language) => [
        newFile(dir, `${feature}/locales/${language}.ts`, templates.locale(language, spelling)),
        editedFile(dir, `console/src/shell/locales/${language}.ts`, [
          [/^ {2}token: '.*',$/m, (line) => `${line}\n  ${snake}: '${title}',`],
        ]),
      ]),
      editedFile(dir, 'console/src/i18n/i18next.d.ts', [
        [
          /^import type token from/m,
          (line) => `import type ${camel} from '../features/${kebab}/locales/zh_CN.ts';\n${line}`,
        ],
        [/^ {6}token: typeof token;$/m, (line) => `      '${kebab}': typeof ${camel};\n${line}`],
      ]),
      editedFile(dir, 'console/src/app/routes.tsx', [
        [
          /^const Token = screen\(/m,
          (line) =>
            `const ${pascal} = screen('${kebab}', () => import('../features/${kebab}/${kebab}-page.tsx'));\n${line}`,
        ],
        [
          /^ *<Route path="token"/m,
          (line) => `<Route path="${snake}" element={forAdmins(<${pascal} />)} />\n${line}`,
        ],
      ]),
      editedFile(dir, 'console/src/shell/navigation.tsx', [
        [
          /^ {6}\{\n {8}id: 'token',$/m,
          (start) =>
            `      { id: '${snake}', path: '/panel/${snake}', icon: <TokenIcon />, minimumRole: role.admin, canCreate: true },\n${start}`,
        ],
      ]),
    ],
    nextSteps: [
      `give the screen its columns, fields and words (console/src/features/${kebab}), its title (console/src/shell/locales), its icon and place (console/src/shell/navigation.tsx)`,
      'add its path to e2e/support/screen-list.ts, then npm run docs:screens',
    ],
  };
}
