import { Agent, createServer, request } from 'node:http';

// The yardstick where nginx is not installed: bytes in, bytes out.

const agent = new Agent({ keepAlive: true, maxSockets: 1024 });
const port = Number(process.env.BENCH_UPSTREAM_PORT);
const server = createServer((incoming, outgoing) => {
  const call = request(
    {
      host: '127.0.0.1',
      port,
      path: incoming.url,
      method: incoming.method,
      headers: incoming.headers,
      agent,
    },
    (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    },
  );
  call.on('error', () => outgoing.destroy());
  incoming.pipe(call);
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (address !== null && typeof address === 'object') console.log(`listening ${address.port}`);
});
