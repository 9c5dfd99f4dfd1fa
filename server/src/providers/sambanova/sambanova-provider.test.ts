import { expect, it } from 'vitest';
import { sambanovaProvider } from './sambanova-provider.ts';

it('SambaNova gets the key as it wants it', () => {
  const channel = { keyParts: { key: 'secret' }, other: '' };
  expect(sambanovaProvider.headers(channel)).toEqual({ authorization: 'Bearer secret' });
});
