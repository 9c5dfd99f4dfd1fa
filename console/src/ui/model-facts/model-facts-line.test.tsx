import { cleanup, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { afterEach, expect, it } from 'vitest';
import { renderPart } from '../test/test-screen.tsx';
import { ModelFactsLine } from './model-facts-line.tsx';

afterEach(cleanup);

const renderLine = (model: string) =>
  renderPart(
    <Suspense>
      <p>before</p>
      <ModelFactsLine model={model} />
      <p>after</p>
    </Suspense>,
  );

it('says what a model takes in, gives at most and can do, and where that was read', async () => {
  await renderLine('gpt-5.4');
  const line = await screen.findByText(
    /1\.05M → 128K tokens · vision · PDF · tools · reasoning · JSON · caching/,
  );
  expect(line.title).toMatch(/^Source: developers\.openai\.com · LiteLLM .+ · 20\d\d-/);
});

it('says nothing of a model that is not known', async () => {
  await renderLine('gpt-5.4');
  await screen.findByText(/vision/);
  cleanup();
  await renderLine('my-own-model');
  expect((await screen.findByText('before')).nextSibling?.textContent).toBe('after');
});
