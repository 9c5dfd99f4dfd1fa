import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** More requests than any client sends before it reads an answer. */
const MAX_WAITING = 100;
const WAITING = Symbol('requests of a connection that wait for the one before them');

interface PipelinedSocket extends Socket {
  [WAITING]?: [IncomingMessage, ServerResponse][];
}

/**
 * Begins a request of a connection when the one before it is answered, and never where that answer ended the connection:
 * its caller could not be told what became of it, and it would not be told that he left. Connections that send request
 * after request without reading the answers are ended: their answers would pile up.
 * Source: RFC 9112, sections 9.3.2 and 9.6.
 * @param server whose listeners for requests are there
 */
export function serveInTurn(server: Server): void {
  const listeners = server.listeners('request') as RequestListener[];
  server.removeAllListeners('request');
  const begin = (request: IncomingMessage, response: ServerResponse): void => {
    const socket: PipelinedSocket = request.socket;
    response.once('close', () => {
      const next = socket.writable ? socket[WAITING]?.shift() : undefined;
      if (next === undefined) delete socket[WAITING];
      else begin(...next);
    });
    for (const listener of listeners) listener.call(server, request, response);
  };
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const socket: PipelinedSocket = request.socket;
    const waiting = socket[WAITING];
    if (waiting === undefined) {
      socket[WAITING] = [];
      begin(request, response);
    } else if (waiting.length < MAX_WAITING) waiting.push([request, response]);
    else socket.destroy();
  });
}
