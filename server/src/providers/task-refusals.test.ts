import { describe, expect, it } from 'vitest';
import { customTasks } from './custom-tasks.ts';
import { geminiTasks } from './gemini/gemini-tasks.ts';
import { jimengTasks } from './jimeng/jimeng-tasks.ts';
import { lumaTasks } from './luma/luma-tasks.ts';
import { miniMaxTasks } from './minimax/minimax-tasks.ts';
import { runwayTasks } from './runway/runway-tasks.ts';
import type { TaskForm } from './task-form.ts';
import { viduTasks } from './vidu/vidu-tasks.ts';
import { volcengineTasks } from './volcengine/volcengine-tasks.ts';

const plan = { request: { method: 'POST', path: '/' }, action: '', units: [] } as const;
const ofMiniMax = (status_code: number) => ({ task_id: '', base_resp: { status_code, status_msg: 'words' } });
const ofArk = (code: string) => ({ error: { code, message: 'words' } });
const ofSignature = { ResponseMetadata: { Error: { Code: 'SignatureDoesNotMatch', Message: 'words' } } };

describe('a task that is refused', () => {
  it.each<[string, readonly TaskForm[], number, object, string]>([
    ['MiniMax', miniMaxTasks, 200, ofMiniMax(1002), 'upstream.rate_limited'],
    ['MiniMax', miniMaxTasks, 200, ofMiniMax(1004), 'upstream.key_refused'],
    ['MiniMax', miniMaxTasks, 200, ofMiniMax(1008), 'upstream.out_of_credit'],
    ['MiniMax', miniMaxTasks, 200, ofMiniMax(1026), 'upstream.content_filter'],
    ['MiniMax', miniMaxTasks, 200, ofMiniMax(2013), 'upstream.bad_request'],
    ['MiniMax', miniMaxTasks, 200, ofMiniMax(2049), 'upstream.key_refused'],
    ['MiniMax', miniMaxTasks, 200, ofMiniMax(9999), 'upstream.bad_request'],
    ['MiniMax', miniMaxTasks, 200, ofMiniMax(0), 'upstream.bad_request'],
    ['Jimeng', jimengTasks, 200, { code: 50_429, message: 'words' }, 'upstream.rate_limited'],
    ['Jimeng', jimengTasks, 400, { code: 50_412, message: 'words' }, 'upstream.content_filter'],
    ['Jimeng', jimengTasks, 401, ofSignature, 'upstream.key_refused'],
    ['Jimeng', jimengTasks, 200, { code: 10_000, data: {} }, 'upstream.bad_request'],
    ['Ark', volcengineTasks, 403, ofArk('AccountOverdueError'), 'upstream.out_of_credit'],
    ['Ark', volcengineTasks, 404, ofArk('InvalidEndpointOrModel.NotFound'), 'upstream.model_missing'],
    ['Ark', volcengineTasks, 429, ofArk('ServerOverloaded'), 'upstream.overloaded'],
    ['Ark', volcengineTasks, 400, ofArk('InputImageRiskDetection'), 'upstream.content_filter'],
    ['Runway', runwayTasks, 400, { error: 'You do not have enough credits' }, 'upstream.out_of_credit'],
    ['Runway', runwayTasks, 429, { error: 'Daily limit' }, 'upstream.rate_limited'],
    ['Luma', lumaTasks, 400, { detail: 'Insufficient credits' }, 'upstream.out_of_credit'],
    ['Vidu', viduTasks, 400, { reason: 'CreditInsufficient', message: 'words' }, 'upstream.out_of_credit'],
    ['Gemini', geminiTasks, 400, { error: { message: 'API key not valid.' } }, 'upstream.key_refused'],
    ['Gemini', geminiTasks, 200, { name: '../../v1/models' }, 'upstream.bad_request'],
    ['a relay', customTasks, 403, { error: { message: 'no quota' } }, 'upstream.key_refused'],
    ['a relay', customTasks, 200, { error: { message: 'no quota' } }, 'upstream.bad_request'],
  ])('by %s', (_name, [form], status, json, refused) => {
    expect(form?.begun({ status, json, text: JSON.stringify(json) }, plan)).toMatchObject({ refused });
  });
});
