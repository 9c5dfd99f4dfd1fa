import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { cert, key } from './tls-front.ts';
import { freePort } from './turnpike-process.ts';

const START_MS = 10_000;

/** Distributions keep it where the path of a plain user does not look. */
const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin'];
/** Null where the machine has none. */
export const nginxPath =
  folders.map((folder) => join(folder, 'nginx')).find((path) => existsSync(path)) ?? null;

/**
 * Starts the machine's nginx with a sample of its `http` block.
 * @param sample listens on port 443 and passes calls to port 3000; both are replaced, and a certificate is given
 */
export async function startNginx(
  sample: string,
  { upstreamPort }: { upstreamPort: number },
): Promise<{ port: number; stop(): Promise<void> }> {
  const port = await freePort();
  const dir = mkdtempSync(join(tmpdir(), 'turnpike-nginx-'));
  const at = (name: string): string => join(dir, name);
  writeFileSync(at('key.pem'), key, { mode: 0o600 });
  writeFileSync(at('cert.pem'), cert);
  const site = [
    ['listen 443 ', `listen 127.0.0.1:${port} `],
    ['server_name gateway.example;', 'server_name 127.0.0.1;'],
    ['# ssl_certificate …; ssl_certificate_key …;', certificateLines(dir)],
    ['http://127.0.0.1:3000;', `http://127.0.0.1:${upstreamPort};`],
  ].reduce((text, [from = '', to = '']) => replaceOnce(text, from, to), sample);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${at(name)};`,
  );
  // Workers of root's nginx are another user, who may not look into the folder.
  const user = process.getuid?.() === 0 ? 'user root;' : '';
  writeFileSync(
    at('nginx.conf'),
    `${user} daemon off; worker_processes 1; pid ${at('nginx.pid')}; error_log ${at('error.log')};
events { worker_connections 256; }
http {
access_log off; ${temporary.join(' ')}
${site}
}
`,
  );
  const child = spawn(nginxPath ?? 'nginx', ['-c', at('nginx.conf'), '-p', dir], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let output = '';
  child.stderr.on('data', (data: Buffer) => {
    output += data.toString();
  });
  const ended = new Promise<void>((resolve) => {
    child.once('error', () => resolve());
    child.once('close', () => resolve());
  });
  const stop = async (): Promise<void> => {
    child.kill('SIGTERM');
    await ended;
    rmSync(dir, { recursive: true, force: true });
  };

  const giveUpAt = Date.now() + START_MS;
  while (!(await isListening(port))) {
    const isOver = child.pid === undefined || child.exitCode !== null || child.signalCode !== null;
    if (isOver || Date.now() > giveUpAt) {
      const log = existsSync(at('error.log')) ? readFileSync(at('error.log'), 'utf8') : '';
      await stop();
      throw new Error(`nginx did not start. It said:\n${output}${log}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return { port, stop };
}

const certificateLines = (dir: string): string =>
  `ssl_certificate ${join(dir, 'cert.pem')}; ssl_certificate_key ${join(dir, 'key.pem')};`;

function replaceOnce(text: string, from: string, to: string): string {
  const [before, after, ...more] = text.split(from);
  if (before === undefined || after === undefined || more.length > 0)
    throw new Error(`The sample does not hold "${from}" once:\n${text}`);
  return before + to + after;
}

const isListening = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true));
    socket.once('error', () => resolve(false));
    socket.once('close', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
