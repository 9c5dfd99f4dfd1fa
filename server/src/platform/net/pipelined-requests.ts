import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { throwAway } from '../memory/held-memory.ts';

/** More requests than any client sends before it reads an answer; each may have a header of 16 KiB. */
const MAX_WAITING = 16;
/** The next request may come a little before the end of an answer that its caller has all bytes of. */
const PATIENCE_MS = 2_000;
const LINE = Symbol('requests of a connection that wait for the one before them');

interface Line {
  waiting: number;
  /** The connection ends with the answer before them. */
  isGivenUp: boolean;
}

interface PipelinedSocket extends Socket {
  [LINE]?: Line;
}

/**
 * Starts a request of a connection when the previous one is answered, but not if that answer ended the
 * connection. Otherwise its caller could not receive an answer, and the server would not notice a disconnect.
 * A body that waits for long would also hide the disconnect of the previous request, and several would take
 * memory. Such requests are discarded, and the connection ends with the previous answer. Connections that
 * keep sending requests without reading the answers are closed.
 * Source: RFC 9112, sections 9.3.2 and 9.6.
 * @param server must already have its request listeners
 */
export function serveInTurn(server: Server, { patienceMs = PATIENCE_MS } = {}): void {
  const listeners = server.listeners('request') as RequestListener[];
  server.removeAllListeners('request');
  const begin: RequestListener = (request, response) => {
    // The answer before it may have ended the connection in the meantime.
    if (!request.socket.writable) return;
    for (const listener of listeners) listener.call(server, request, response);
  };
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    // The runtime gives a response its socket when those before it are done.
    if (response.socket !== null) return begin(request, response);
    const socket: PipelinedSocket = request.socket;
    socket[LINE] ??= { waiting: 0, isGivenUp: false };
    const line = socket[LINE];
    line.waiting += 1;
    if (line.waiting > MAX_WAITING) return socket.destroy();
    const giveUp = (): void => {
      line.isGivenUp = true;
      throwAway(request);
    };
    let patience: NodeJS.Timeout | undefined;
    if (line.isGivenUp || (hasBody(request) && line.waiting > 1)) giveUp();
    else if (hasBody(request)) patience = setTimeout(giveUp, patienceMs).unref();
    response.once('socket', () => {
      clearTimeout(patience);
      line.waiting -= 1;
      if (line.isGivenUp) socket.destroySoon();
      else begin(request, response);
    });
  });
}

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
