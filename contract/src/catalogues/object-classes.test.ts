import { describe, expect, it } from 'vitest';
import { parseObjectClasses } from './object-classes.ts';
import { optionCatalogue, optionIssue } from './options.ts';

describe('the option of classes that are open', () => {
  it.each([
    ['', []],
    ['files', ['files']],
    [' files , batches,', ['files', 'batches']],
  ])('reads %j', (text, classes) => {
    expect([...(parseObjectClasses(text) ?? [])]).toEqual(classes);
    expect(optionIssue(optionCatalogue.OpenObjectClasses, text)).toBeUndefined();
  });

  it.each(['assistants', 'files;batches', 'Files', 'files,threads'])('refuses %j', (text) => {
    expect(optionIssue(optionCatalogue.OpenObjectClasses, text)).toBe('invalid_value');
  });
});
