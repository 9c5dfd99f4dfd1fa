import { expect, it } from 'vitest';
import { askAdapter, hearAdapter } from '../../../test/support/ask-adapter.ts';
import { dashScopePictures } from './dashscope-pictures.ts';

it('pictures of Wan are a task, which goes on until it has succeeded', () => {
  expect(
    askAdapter(dashScopePictures, { model: 'x', prompt: 'A cat', size: '1024x1024', quality: 'hd' }),
  ).toEqual({
    request: { model: 'm', input: { prompt: 'A cat' }, parameters: { size: '1024*1024', n: 1 } },
    path: undefined,
    left: ['quality'],
  });
  const task = { task_id: 'd492-x', task_status: 'PENDING' };
  expect(dashScopePictures.unfinished?.({ output: task })).toBe('/api/v1/tasks/d492-x');
  const finished = { output: { ...task, task_status: 'SUCCEEDED', results: [{ url: 'https://a/1.png' }] } };
  expect(dashScopePictures.unfinished?.(finished)).toBeNull();
  expect(hearAdapter(dashScopePictures, finished)).toMatchObject({ data: [{ url: 'https://a/1.png' }] });
});

it.each([
  ['DataInspectionFailed', 'upstream.content_filter'],
  ['InternalError', 'upstream.error'],
])('a task that failed with %s is %s', (failure, code) => {
  const output = { task_id: 'd', task_status: 'FAILED', code: failure, message: 'no' };
  expect(() => hearAdapter(dashScopePictures, { output })).toThrow(expect.objectContaining({ code }));
});
