import { version } from '@turnpike/contract';
import { verifyLedger } from './app/ledger-verify.ts';
import { readDatabase } from './db/read-database.ts';
import { StartError } from './platform/start-error.ts';
import { readSettings } from './settings/settings.ts';

// The gateway's own tools: `npm run turnpike -- <command>`.

const help = `Turnpike ${version}

npm run turnpike -- ledger verify   replay the ledger and compare it with every balance
npm run turnpike -- version         print the version
npm run turnpike -- help            print this

The database is found by the same settings that the gateway reads.`;

const commands: Record<string, () => number | Promise<number>> = {
  'ledger verify': printLedgerReport,
  version: () => say(version),
  help: () => say(help),
};

const asked = process.argv.slice(2).join(' ').trim() || 'help';
const command = Object.hasOwn(commands, asked) ? commands[asked] : undefined;
process.exitCode = command === undefined ? complain(asked) : await runCommand(command);

async function runCommand(run: () => number | Promise<number>): Promise<number> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    console.error(error.message);
    return 1;
  }
}

async function printLedgerReport(): Promise<number> {
  const report = await readDatabase(readSettings(process.env), (db) => verifyLedger(db));
  const { accounts, entries, difference } = report;
  if (difference === null) {
    return say(`The ledger is right: ${entries} entries of ${accounts} accounts come to their balances.`);
  }
  const { userId, entryId, what } = difference;
  console.error(`Difference: user ${userId}${entryId === null ? '' : `, entry ${entryId}`}: ${what}.`);
  console.error(`Right until there: ${accounts} accounts; ${entries} entries were read.`);
  return 1;
}

function complain(unknown: string): number {
  console.error(`There is no command "${unknown}".\n\n${help}`);
  return 1;
}

function say(text: string): number {
  console.log(text);
  return 0;
}
