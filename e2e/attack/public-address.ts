import net from 'node:net';

/**
 * Loaded into the gateway's process (`NODE_OPTIONS=--import`): maps an address that counts as public to this machine.
 * An attacker without the right to private networks then has a server that the test can inspect.
 */
const PUBLIC_ADDRESS = '11.0.0.1';

const connect = net.connect as (options: net.TcpNetConnectOpts, ...rest: unknown[]) => net.Socket;
const connectHere = (options: net.TcpNetConnectOpts, ...rest: unknown[]): net.Socket =>
  connect(options.host === PUBLIC_ADDRESS ? { ...options, host: '127.0.0.1' } : options, ...rest);
Object.assign(net, { connect: connectHere });
