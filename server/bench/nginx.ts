import { spawn } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onSideCore } from './cores.ts';
import { freePort, hasProgram, type Measured, untilAnswered } from './processes.ts';

/** nginx with one worker and kept connections on both sides. @returns undefined where it is not installed */
export async function startNginx(upstreamPort: number): Promise<Measured | undefined> {
  if (!hasProgram('nginx')) return undefined;
  const port = await freePort();
  const dir = mkdtempSync(join(tmpdir(), 'turnpike-bench-nginx-'));
  const file = join(dir, 'nginx.conf');
  writeFileSync(
    file,
    `worker_processes 1; daemon off; error_log stderr crit; pid ${dir}/nginx.pid;
     events { worker_connections 4096; }
     http {
       access_log off; client_body_temp_path ${dir}/body; proxy_temp_path ${dir}/proxy;
       fastcgi_temp_path ${dir}/fastcgi; uwsgi_temp_path ${dir}/uwsgi; scgi_temp_path ${dir}/scgi;
       keepalive_requests 1000000;
       upstream origin { server 127.0.0.1:${upstreamPort}; keepalive 1024; keepalive_requests 1000000; }
       server {
         listen 127.0.0.1:${port};
         location / {
           proxy_pass http://origin; proxy_http_version 1.1;
           proxy_set_header Connection ""; proxy_buffering off; proxy_read_timeout 300s;
         }
       }
     }`,
  );
  const [command, args] = onSideCore('nginx', ['-c', file, '-p', dir]);
  const child = spawn(command, args, { stdio: ['ignore', 'ignore', 'inherit'] });
  await untilAnswered(`http://127.0.0.1:${port}/`);
  return { child, port };
}
