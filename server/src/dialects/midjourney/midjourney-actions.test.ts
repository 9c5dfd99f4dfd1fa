import { describe, expect, it } from 'vitest';
import {
  actionOfButton,
  midjourneyActions,
  midjourneyModel,
  midjourneyModes,
  readSimpleChange,
  withoutModes,
} from './midjourney-actions.ts';

describe('actions of Midjourney', () => {
  it.each([
    ['MJ::JOB::upsample::2::3f9a', 'UPSCALE'],
    ['MJ::JOB::upsample_v6_2x_subtle::1::3f9a::SOLO', 'UPSCALE'],
    ['MJ::JOB::variation::4::3f9a', 'VARIATION'],
    ['MJ::JOB::low_variation::1::3f9a::SOLO', 'LOW_VARIATION'],
    ['MJ::JOB::high_variation::1::3f9a::SOLO', 'HIGH_VARIATION'],
    ['MJ::JOB::pan_left::1::3f9a::SOLO', 'PAN'],
    ['MJ::JOB::reroll::0::3f9a::SOLO', 'REROLL'],
    ['MJ::Outpaint::50::1::3f9a::SOLO', 'ZOOM'],
    ['MJ::CustomZoom::3f9a', 'CUSTOM_ZOOM'],
    ['MJ::Inpaint::1::3f9a::SOLO', 'INPAINT'],
    ['MJ::JOB::animate_low::1::3f9a', null],
    ['MJ::BOOKMARK::3f9a', null],
    ['MJ', null],
    ['', null],
  ])('of the button %j: %s', (customId, action) => {
    expect(actionOfButton(customId)).toBe(action);
  });

  it('have 48 names of prices', () => {
    const names = midjourneyModes.flatMap((mode) =>
      midjourneyActions.map((action) => midjourneyModel(mode, action)),
    );
    expect(new Set(names).size).toBe(48);
    expect(names).toEqual(expect.arrayContaining(['mj_imagine', 'mj_relax_pan', 'mj_turbo_high_variation']));
  });

  it.each([
    ['task_a U2', { taskId: 'task_a', change: 'U2', action: 'UPSCALE' }],
    [' task_a   v4 ', { taskId: 'task_a', change: 'V4', action: 'VARIATION' }],
    ['task_a R', { taskId: 'task_a', change: 'R', action: 'REROLL' }],
    ['task_a U5', null],
    ['task_a R1', null],
    ['task_a', null],
    ['U2', null],
  ])('in one text %j', (content, read) => {
    expect(readSimpleChange(content)).toEqual(read);
  });
});

describe('a prompt', () => {
  it.each([
    ['A cat --fast', 'A cat'],
    ['A cat --TURBO --ar 2:3', 'A cat   --ar 2:3'],
    ['A cat —relax', 'A cat'],
    ['A cat --fa--fast st', 'A cat --fa  st'],
    ['一只猫--fast跳舞', '一只猫 跳舞'],
    ['--fast', ''],
    ['A fast cat --fasten', 'A fast cat --fasten'],
  ])('%j has no mode', (prompt, rest) => {
    expect(withoutModes(prompt)).toBe(rest);
  });
});
