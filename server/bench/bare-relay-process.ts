import { createServer } from 'node:http';
import { Pool } from 'undici';

// The floor of the runtime: the least that a relay on Node does, with the client that the product uses. It knows
// no keys, reads no bodies and writes nothing down.

const pool = new Pool(`http://127.0.0.1:${process.env.BENCH_UPSTREAM_PORT}`, { connections: 1024 });
const server = createServer((request, response) => {
  pool
    .request({
      path: request.url ?? '/',
      method: 'POST',
      headers: {
        authorization: 'Bearer bench-key',
        'content-type': request.headers['content-type'] ?? 'application/json',
        ...(request.headers['content-length'] && { 'content-length': request.headers['content-length'] }),
      },
      body: request,
    })
    .then(({ statusCode, headers, body }) => {
      response.writeHead(statusCode, headers);
      body.pipe(response);
    })
    .catch(() => response.destroy());
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (address !== null && typeof address === 'object') console.log(`listening ${address.port}`);
});
