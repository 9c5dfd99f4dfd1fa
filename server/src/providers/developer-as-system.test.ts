import { expect, it } from 'vitest';
import { splice } from '../platform/json/splice.ts';
import { developerAsSystem } from './developer-as-system.ts';

const rewritten = async (text: string): Promise<string> => {
  const body = Buffer.from(text);
  return splice(body, await developerAsSystem(body)).toString();
};

it('is the role of a message alone, wherever it stands', async () => {
  expect(
    await rewritten(
      '{"messages":[{"role": "developer","content":"developer"},{"content":[{"role":"developer"}],"role":"developer"},' +
        '{"role":"user","content":"漢 \\"role\\": \\"developer\\""}],"role":"developer"}',
    ),
  ).toBe(
    '{"messages":[{"role": "system","content":"developer"},{"content":[{"role":"developer"}],"role":"system"},' +
      '{"role":"user","content":"漢 \\"role\\": \\"developer\\""}],"role":"developer"}',
  );
});

it('leaves a request that says a role twice to the vendor', async () => {
  const twice = '{"messages":[{"role":"developer","role":"user"}]}';
  expect(await rewritten(twice)).toBe(twice);
});
