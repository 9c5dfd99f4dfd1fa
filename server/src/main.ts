import { flushCompileCache } from 'node:module';
import { version } from '@turnpike/contract';
import pino from 'pino';
import { type Gateway, startGateway } from './app/start-gateway.ts';
import { StartError } from './platform/start-error.ts';
import { stopSignals } from './platform/stop-signals.ts';
import { readSettings, type Settings } from './settings/settings.ts';

let gateway: Gateway;
let settings: Settings;
try {
  settings = readSettings(process.env);
  const lines = pino.destination();
  // Every line fails once the terminal is closed; running calls still end whole.
  lines.on('error', () => {});
  for (const output of [process.stdout, process.stderr]) output.on('error', () => {});
  gateway = await startGateway(settings, pino({ level: settings.logLevel }, lines));
} catch (error) {
  if (!(error instanceof StartError)) throw error;
  console.error(error.message);
  process.exit(1);
}

const onSignal = stopSignals({
  nowMs: () => performance.now(),
  stop() {
    const count = gateway.callsInFlight();
    if (count > 0)
      console.log(
        `Waiting for ${count === 1 ? '1 call' : `${count} calls`} to finish; press Ctrl-C again to stop at once.`,
      );
    gateway.stop().then(
      () => process.exit(),
      (error) => {
        console.error(error);
        process.exit(1);
      },
    );
  },
  // Settled calls are in the outbox already.
  stopAtOnce: () => process.exit(1),
});
// The end of a terminal is one, too: its calls are not.
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, onSignal);

console.log(`Turnpike ${version}: ${gateway.address}`);
console.log(
  `Data: ${settings.databaseUrl === null ? settings.dataDir : `${settings.dataDir} and PostgreSQL`}`,
);
if (gateway.setUpCode !== null) {
  console.log(`Set-up code: ${gateway.setUpCode}`);
  console.log(`Open ${gateway.address}/setup?code=${gateway.setUpCode} to make the root account.`);
}

// The compiled code is kept at once: the next start is quicker even if this process is killed.
flushCompileCache();
