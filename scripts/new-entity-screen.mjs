/** The files of a new entity's screen: a feature folder, and the list of features. */
import * as templates from './entity-screen-templates.mjs';
import { editedFile, newFile } from './generator.mjs';

export function planEntityScreen(dir, spelling) {
  const { kebab, camel } = spelling;
  const feature = `console/src/features/${kebab}`;

  return {
    files: [
      newFile(dir, `${feature}/${kebab}-api.ts`, templates.api(spelling)),
      newFile(dir, `${feature}/${kebab}-columns.tsx`, templates.columns(spelling)),
      newFile(dir, `${feature}/${kebab}-actions.tsx`, templates.actions(spelling)),
      newFile(dir, `${feature}/${kebab}-form.tsx`, templates.form(spelling)),
      newFile(dir, `${feature}/${kebab}-page.tsx`, templates.page(spelling)),
      newFile(dir, `${feature}/${kebab}-feature.ts`, templates.feature(spelling)),
      ...templates.languages.map((language) =>
        newFile(dir, `${feature}/locales/${language}.ts`, templates.locale(language, spelling)),
      ),
      editedFile(dir, 'console/src/features/features.ts', [
        [
          /^import \{ tokenFeature \}/m,
          (line) => `import { ${camel}Feature } from './${kebab}/${kebab}-feature.ts';\n${line}`,
        ],
        [/^ {6}tokenFeature,$/m, (line) => `      ${camel}Feature,\n${line}`],
      ]),
    ],
    nextSteps: [
      `give the screen its columns, fields and words, its title (console/src/features/${kebab}), its icon (console/src/features/feature-icons.ts), and its place (console/src/features/features.ts)`,
      'npm run docs:screens',
    ],
  };
}
