import { spawn } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, hasProgram, type Measured, startNode, untilAnswered } from './processes.ts';

export interface PlainProxy extends Measured {
  name: string;
}

/**
 * The yardstick: nginx where it is installed, else the smallest proxy that Node can be.
 * @param keepUpstream nginx keeps its connections to the upstream; by itself it makes one for every call
 */
export async function startPlainProxy(
  upstreamPort: number,
  { keepUpstream = false }: { keepUpstream?: boolean } = {},
): Promise<PlainProxy> {
  if (!hasProgram('nginx')) {
    const node = await startNode(new URL('./node-proxy-process.ts', import.meta.url), {
      BENCH_UPSTREAM_PORT: String(upstreamPort),
    });
    return { ...node, name: 'Node proxy' };
  }
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
       upstream origin { server 127.0.0.1:${upstreamPort}; ${keepUpstream ? 'keepalive 1024; keepalive_requests 1000000;' : ''} }
       server {
         listen 127.0.0.1:${port};
         location / {
           proxy_pass http://origin; proxy_http_version 1.1;
           ${keepUpstream ? 'proxy_set_header Connection "";' : ''} proxy_buffering off; proxy_read_timeout 300s;
         }
       }
     }`,
  );
  const child = spawn('nginx', ['-c', file, '-p', dir], { stdio: ['ignore', 'ignore', 'inherit'] });
  await untilAnswered(`http://127.0.0.1:${port}/`);
  return { child, port, name: keepUpstream ? 'nginx, upstream kept' : 'nginx' };
}
