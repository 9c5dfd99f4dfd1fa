import { z } from 'zod';
import { call, epochSeconds, idParam } from '../call.ts';
import { whole } from '../points.ts';

/** Tests of each channel that are kept. */
export const KEPT_CHANNEL_TESTS = 20;

const testResults = {
  passed: whole(),
  failed: whole(),
  skipped: whole().describe('Channels that cannot be tested, such as those without a model to ask'),
  disabled: whole().describe('Turned off by their result'),
  enabled: whole().describe('Turned on again by their result'),
};

export const testScheduleView = z.object({
  running: z
    .object({
      started_at: epochSeconds(),
      total: whole().describe('Channels and keys of this run'),
      ...testResults,
      testing: z.array(z.object({ id: whole(), name: z.string() })).describe('Under test now, at most four'),
    })
    .nullable(),
  is_wanted: z.boolean().describe('A run was asked for that has not ended'),
  last: z
    .object({ started_at: epochSeconds(), ended_at: epochSeconds(), total: whole(), ...testResults })
    .nullable()
    .describe('The last run that had channels to test'),
  next_run_at: epochSeconds()
    .nullable()
    .describe('When the next channel is due, within a minute; null if no scheduled test is on'),
});
export type TestScheduleView = z.output<typeof testScheduleView>;

export const channelTestView = z.object({
  id: whole(),
  time: epochSeconds(),
  code: z.string().describe('Code of the error; empty where it passed'),
  duration_ms: whole().describe('0 where it failed'),
});
export type ChannelTestView = z.output<typeof channelTestView>;

export const channelTestCalls = {
  schedule: call('GET /api/channel/test_schedule', {
    access: 'admin',
    summary: 'Scheduled tests of channels: progress of the run, result of the last one, time of the next one',
    output: testScheduleView,
  }),
  runNow: call('POST /api/channel/test_schedule', {
    access: 'admin',
    summary:
      'Begin the scheduled tests of all channels now, by one small real call each; changes nothing while they run',
    output: testScheduleView,
  }),
  history: call('GET /api/channel/:id/tests', {
    access: 'admin',
    summary: `The last ${KEPT_CHANNEL_TESTS} tests of a channel, newest first`,
    params: idParam,
    output: z.array(channelTestView),
  }),
};
