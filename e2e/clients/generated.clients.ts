import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Page, TokenView } from '@turnpike/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startSite, type Visitor } from '../support/site.ts';
import type { TurnpikeProcess } from '../support/turnpike-process.ts';
import { pythonPackages } from './python-packages.ts';

const run = promisify(execFile);
const INSTALL_MS = 300_000;

const typescriptProgram = `
import createClient from 'openapi-fetch';
import type { paths } from './api.js';
const [baseUrl = '', token = ''] = process.argv.slice(2);
const client = createClient<paths>({ baseUrl, headers: { authorization: 'Bearer ' + token } });
const limits = { expired_time: -1, remain_quota: 0, unlimited_quota: true } as const;
const made = await client.POST('/api/token/', { body: { name: 'by typescript', ...limits } });
const id: number = made.data!.data.id;
const changed = await client.PUT('/api/token/', {
  body: { id, name: 'renamed by typescript' },
  params: { header: { 'if-match': made.data!.data.etag } },
});
const listed = await client.GET('/api/token/', { params: { query: { order: '-name', keyword: 'renamed' } } });
const names: string[] = listed.data!.data.data.map(({ name }) => name);
console.log(JSON.stringify([changed.response.status, names]));
`;

const pythonProgram = `
import json, sys
from turnpike_management_api_client import AuthenticatedClient
from turnpike_management_api_client.api.token import token_create, token_list
from turnpike_management_api_client.models.token_input import TokenInput
base_url, token = sys.argv[1:]
client = AuthenticatedClient(base_url=base_url, token=token)
body = TokenInput(name="by python", expired_time=-1, remain_quota=0, unlimited_quota=True)
made = token_create.sync(client=client, body=body)
listed = token_list.sync(client=client, keyword="by python", order="-name")
print(json.dumps([made.data.key[:3], [row.name for row in listed.data.data]]))
`;

describe('a client that a public generator makes of the description', () => {
  let turnpike: TurnpikeProcess;
  let root: Visitor;
  let accessToken: string;
  let folder: string;

  beforeAll(async () => {
    ({ turnpike, root } = await startSite());
    accessToken = ((await root.script()).proof.authorization ?? '').replace('Bearer ', '');
    folder = mkdtempSync(join(tmpdir(), 'turnpike-clients-'));
    const document = await fetch(`${turnpike.url}/api/openapi.json`);
    writeFileSync(join(folder, 'openapi.json'), await document.text());
  });
  afterAll(async () => {
    await turnpike.stop();
    rmSync(folder, { recursive: true });
  });

  const inFolder = async (command: string, ...parameters: string[]): Promise<string> => {
    try {
      return (await run(command, parameters, { cwd: folder })).stdout.trim();
    } catch (cause) {
      // Compilers say what is wrong on their standard output.
      throw new Error(String((cause as { stdout?: string }).stdout), { cause });
    }
  };
  const names = async () =>
    (await root.call<Page<TokenView>>('GET', '/api/token/')).data.map(({ name }) => name);

  it(
    'is typed and works: openapi-typescript with openapi-fetch',
    async () => {
      await inFolder(
        'npm',
        ...['install', '--no-audit', '--no-fund', '--prefix', folder],
        ...['openapi-typescript@7.13.0', 'openapi-fetch@0.17.0', 'typescript@5.9.3', '@types/node@24'],
      );
      const tool = (path: string) => join(folder, 'node_modules', path);
      await inFolder(
        process.execPath,
        tool('openapi-typescript/bin/cli.js'),
        'openapi.json',
        '-o',
        'api.d.ts',
      );
      writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
      writeFileSync(join(folder, 'program.ts'), typescriptProgram);
      const checks = [
        '--strict',
        '--noEmit',
        '--module',
        'nodenext',
        '--target',
        'es2024',
        '--types',
        'node',
      ];
      await inFolder(process.execPath, tool('typescript/bin/tsc'), ...checks, 'program.ts');

      const printed = await inFolder(process.execPath, 'program.ts', turnpike.url, accessToken);
      expect(JSON.parse(printed)).toEqual([200, ['renamed by typescript']]);
      expect(await names()).toContain('renamed by typescript');
    },
    INSTALL_MS,
  );

  it(
    'works: openapi-python-client',
    async () => {
      const python = await pythonPackages(['openapi-python-client==0.29.1']);
      const generated = await python.run(
        'openapi-python-client',
        ['generate', '--path', 'openapi.json', '--output-path', 'client', '--overwrite'],
        { cwd: folder },
      );
      expect(generated).toMatchObject({ exitCode: 0 });
      writeFileSync(join(folder, 'client', 'program.py'), pythonProgram);

      const program = join(folder, 'client', 'program.py');
      const { output: printed } = await python.run('python', [program, turnpike.url, accessToken], {
        cwd: folder,
      });
      expect(JSON.parse(printed)).toEqual(['sk-', ['by python']]);
      expect(await names()).toContain('by python');
    },
    INSTALL_MS,
  );
});
