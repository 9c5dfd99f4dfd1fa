import { flushCompileCache } from 'node:module';
import { version } from '@turnpike/contract';
import pino from 'pino';
import { type Gateway, startGateway } from './app/start-gateway.ts';
import { StartError } from './platform/start-error.ts';
import { readSettings, type Settings } from './settings/settings.ts';

let gateway: Gateway;
let settings: Settings;
try {
  settings = readSettings(process.env);
  gateway = await startGateway(settings, pino({ level: settings.logLevel }));
} catch (error) {
  if (!(error instanceof StartError)) throw error;
  console.error(error.message);
  process.exit(1);
}

let isStopping = false;
for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.on(signal, () => {
    // The second signal means "at once"; what is settled is in the outbox already.
    if (isStopping) process.exit(1);
    isStopping = true;
    gateway.stop().then(
      () => process.exit(),
      (error) => {
        console.error(error);
        process.exit(1);
      },
    );
  });
}

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
