import { describe, expect, it } from 'vitest';
import { LongTexts } from '../../platform/json/long-texts.ts';
import { followMidjourney, type MidjourneyRoute, readMidjourneyRequest } from './midjourney-request.ts';

const read = (route: MidjourneyRoute, body: object, { keepsHook = true } = {}) => {
  const texts = new LongTexts();
  const json = texts.parse(Buffer.from(JSON.stringify(body)));
  return readMidjourneyRequest({ route, mode: 'fast', keepsHook }, { json, texts, files: new Map() });
};

describe('a request to Midjourney', () => {
  it('has a name of its price, and one of relax mode to spare', () => {
    const asked = read('submit/imagine', { prompt: 'A cat --turbo', botType: 'NIJI_JOURNEY', state: 's' });
    expect(asked).toMatchObject({
      ...{ models: ['mj_imagine'], action: 'IMAGINE', prompt: 'A cat', parent: null, notify: null },
      request: { mode: 'fast', body: { prompt: 'A cat', botType: 'NIJI_JOURNEY' }, asked: { state: 's' } },
      spare: { models: ['mj_relax_imagine'], request: { mode: 'relax', body: { prompt: 'A cat' } } },
    });
  });

  it('notifies only where the site allows it', () => {
    const body = { prompt: 'A cat', notifyHook: 'https://caller.example' };
    expect(read('submit/imagine', body).notify).toBe('https://caller.example');
    expect(read('submit/imagine', body, { keepsHook: false }).notify).toBeNull();
    expect(read('submit/imagine', { ...body, notifyHook: '' }).notify).toBeNull();
  });

  it('keeps a long prompt whole, and shows its beginning', () => {
    const prompt = `${'cat '.repeat(500)}--fast`;
    const asked = read('submit/imagine', { prompt });
    expect(asked.request.body.prompt).toBe(prompt.slice(0, -7));
    expect(asked.prompt).toHaveLength(500);
  });

  it('takes members of other requests without reading them, and no strange ones', () => {
    const all = { base64Array: [], taskId: '', index: 0, customId: 'x', accountFilter: { instanceId: 'a' } };
    expect(read('submit/imagine', { prompt: 'A cat', ...all, quality: '' }).request.body).toEqual({
      prompt: 'A cat',
    });
    expect(() => read('submit/imagine', { prompt: 'A cat', quality: 'high' })).toThrow();
  });

  it('that goes on has the mode and the prompt of the first task, and nothing to spare', () => {
    const asked = read('submit/change', { taskId: 'task_a', action: 'UPSCALE', index: '3' });
    expect(asked).toMatchObject({ parent: 'task_a', request: { body: { action: 'UPSCALE', index: 3 } } });
    expect(asked.spare).toBeUndefined();
    expect(followMidjourney(asked, { mode: 'relax', prompt: 'A cat' })).toMatchObject({
      ...{ models: ['mj_relax_upscale'], prompt: 'A cat', request: { mode: 'relax' } },
    });
  });
});
