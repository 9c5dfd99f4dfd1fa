import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ConversationDialect } from '@turnpike/contract';
import type { ScriptedCall } from '../../server/test/upstreams/scripted/scripted-answer.ts';

/** Where a session works and whom it calls. */
export interface SessionPlace {
  /** Holds `note.txt`. */
  folder: string;
  /** Settings of its own; nothing of ours is there. */
  home: string;
  /** Address of the gateway. */
  origin: string;
  tokenKey: string;
}

/** A program that writes code with a model's help, without anybody at its keyboard. */
export interface CodingTool {
  name: string;
  /** Pinned npm version. */
  pinned: string;
  program: string;
  dialect: ConversationDialect;
  model: string;
  prepare?(place: SessionPlace): void;
  /** Nothing is reported to its makers, and it stays the version that it is. */
  env(place: SessionPlace): Record<string, string>;
  args(place: SessionPlace, task: string): string[];
  /** Calls of the model in order: it reads the note, changes it and shows it. */
  steps(place: SessionPlace): readonly Omit<ScriptedCall, 'id'>[];
}

export const NOTE = 'toll: 5\n';
export const CHANGED_NOTE = 'toll: 6\n';

const claudeCodeWith = (name: string, model: string): CodingTool => ({
  name,
  pinned: '@anthropic-ai/claude-code@2.1.332',
  program: 'claude',
  dialect: 'anthropic-messages',
  model,
  env: ({ origin, tokenKey }) => ({
    ...{ ANTHROPIC_BASE_URL: origin, ANTHROPIC_AUTH_TOKEN: tokenKey },
    ...{ DISABLE_TELEMETRY: '1', DISABLE_ERROR_REPORTING: '1', DISABLE_AUTOUPDATER: '1' },
    ...{ CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1', IS_SANDBOX: '1' },
  }),
  args: (_place, task) => [
    ...['-p', task, '--model', model, '--allowedTools', 'Read,Edit,Bash', '--output-format', 'json'],
  ],
  steps: ({ folder }) => [
    { name: 'Read', input: { file_path: join(folder, 'note.txt') } },
    {
      name: 'Edit',
      input: { file_path: join(folder, 'note.txt'), old_string: 'toll: 5', new_string: 'toll: 6' },
    },
    { name: 'Bash', input: { command: 'cat note.txt', description: 'Show the note' } },
  ],
});

const claudeCode = claudeCodeWith('Claude Code', 'claude-sonnet-4-5');
/** Its model decides how much it thinks. */
const claudeCodeAdaptive = claudeCodeWith('Claude Code, adaptive', 'claude-opus-5-5');

const codexWith = (name: string, model: string, steps: CodingTool['steps']): CodingTool => ({
  name,
  pinned: '@openai/codex@0.171.0',
  program: 'codex',
  dialect: 'openai-responses',
  model,
  env: ({ tokenKey }) => ({ TURNPIKE_KEY: tokenKey }),
  args: ({ origin }, task) => {
    const settings = {
      model_provider: 'turnpike',
      'model_providers.turnpike.name': 'turnpike',
      'model_providers.turnpike.base_url': `${origin}/v1`,
      'model_providers.turnpike.env_key': 'TURNPIKE_KEY',
      'model_providers.turnpike.wire_api': 'responses',
      check_for_update_on_startup: 'false',
      'analytics.enabled': 'false',
    };
    const given = Object.entries(settings).flatMap(([setting, value]) => ['-c', `${setting}=${value}`]);
    return ['exec', '--skip-git-repo-check', '--sandbox', 'danger-full-access', ...given, '-m', model, task];
  },
  steps,
});

const PATCH = '*** Begin Patch\n*** Update File: note.txt\n@@\n-toll: 5\n+toll: 6\n*** End Patch\n';

const codex = codexWith('Codex', 'gpt-5.5', () => [
  { name: 'exec_command', input: { cmd: 'cat note.txt' } },
  { name: 'apply_patch', input: PATCH },
  { name: 'exec_command', input: { cmd: 'cat note.txt' } },
]);

/** Its tools stand in namespaces in the input, and one of them runs what calls the others. */
const codexByCode = codexWith('Codex, tools by code', 'gpt-6.1-sol', () => [
  { name: 'exec', input: "text(await tools.exec_command({ cmd: 'cat note.txt' }));" },
  { name: 'exec', input: `text(await tools.apply_patch(${JSON.stringify(PATCH)}));` },
  { name: 'exec', input: "text(await tools.exec_command({ cmd: 'cat note.txt' }));" },
]);

const geminiCli: CodingTool = {
  name: 'Gemini CLI',
  pinned: '@google/gemini-cli@0.61.0',
  program: 'gemini',
  dialect: 'gemini',
  model: 'gemini-3.1-pro-preview',
  prepare: ({ home }) => {
    const settings = {
      general: { enableAutoUpdate: false, enableAutoUpdateNotification: false },
      privacy: { usageStatisticsEnabled: false },
      telemetry: { enabled: false },
      security: { auth: { selectedType: 'gemini-api-key' } },
    };
    mkdirSync(join(home, '.gemini'));
    writeFileSync(join(home, '.gemini/settings.json'), JSON.stringify(settings));
  },
  env: ({ origin, tokenKey }) => ({
    ...{ GOOGLE_GEMINI_BASE_URL: origin, GEMINI_API_KEY: tokenKey },
  }),
  args: (_place, task) => [
    ...['-p', task, '-m', geminiCli.model, '--approval-mode', 'yolo', '--skip-trust'],
    ...['--output-format', 'json'],
  ],
  steps: ({ folder }) => [
    { name: 'read_file', input: { file_path: join(folder, 'note.txt') } },
    {
      name: 'replace',
      input: {
        file_path: join(folder, 'note.txt'),
        instruction: 'Raise the toll by one',
        old_string: 'toll: 5',
        new_string: 'toll: 6',
      },
    },
    { name: 'run_shell_command', input: { command: 'cat note.txt', description: 'Show the note' } },
  ],
};

export const codingTools: readonly CodingTool[] = [
  claudeCode,
  claudeCodeAdaptive,
  codex,
  codexByCode,
  geminiCli,
];
