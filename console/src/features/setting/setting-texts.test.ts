import { optionSections } from '@turnpike/contract';
import { expect, it } from 'vitest';
import texts from './locales/zh_CN.ts';

it('names and explains every option and section of the settings', () => {
  const wanted = optionSections.flatMap(({ id, options }) => [
    ...[`section.${id}`, `about.${id}`],
    ...options.flatMap(({ key }) => [`option.${key}`, `hint.${key}`]),
  ]);
  expect(wanted.filter((key) => !(key in texts))).toEqual([]);
});
