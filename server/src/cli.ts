import { version } from '@turnpike/contract';
import { changeDatabase } from './db/change-database.ts';
import { verifyLedger } from './db/ledger-verify.ts';
import { readDatabase } from './db/read-database.ts';
import { listRejected, retryRejected } from './db/rejected-settlements.ts';
import { StartError } from './platform/start-error.ts';
import { readSettings } from './settings/settings.ts';

// The gateway's own tools: `npm run turnpike -- <command>`.

const help = `Turnpike ${version}

npm run turnpike -- ledger verify   replay the ledger from its last daily closings and compare it with every balance
npm run turnpike -- ledger verify --full
                                    the same from the first entry on, with every closing
npm run turnpike -- settlements     list charges that the database refused, with the reason
npm run turnpike -- settlements retry
                                    write them again; what a balance no longer pays becomes shortfall
npm run turnpike -- version         print the version
npm run turnpike -- help            print this

The database is found by the same settings that the gateway reads.`;

const commands: Record<string, () => number | Promise<number>> = {
  'ledger verify': () => printLedgerReport(false),
  'ledger verify --full': () => printLedgerReport(true),
  settlements: printRejected,
  'settlements retry': retrySettlements,
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

async function printLedgerReport(isFull: boolean): Promise<number> {
  const report = await readDatabase(readSettings(process.env), (db) => verifyLedger(db, { isFull }));
  const { accounts, entries, rejected, difference } = report;
  if (rejected > 0) {
    console.error(`${rejected} charges were refused by the database: \`npm run turnpike -- settlements\`.`);
  }
  if (difference === null) {
    say(`The ledger is right: ${entries} entries of ${accounts} accounts come to their balances.`);
    return rejected > 0 ? 1 : 0;
  }
  const { user_id, entry_id, what } = difference;
  const where = [
    user_id === null ? 'the whole' : `user ${user_id}`,
    entry_id === null ? '' : `entry ${entry_id}`,
  ];
  console.error(`Difference: ${where.filter((part) => part !== '').join(', ')}: ${what}.`);
  console.error(`Right until there: ${accounts} accounts; ${entries} entries were read.`);
  return 1;
}

async function printRejected(): Promise<number> {
  let count = 0;
  await readDatabase(readSettings(process.env), async (db) => {
    for await (const { id, user_id, token_id, quota, reason } of listRejected(db)) {
      count += 1;
      say(`${id}: user ${user_id}, token ${token_id}, ${quota} points: ${reason}`);
    }
  });
  return say(count === 0 ? 'The database has refused no charge.' : `${count} charges wait to be written.`);
}

async function retrySettlements(): Promise<number> {
  const nowSeconds = Math.floor(Date.now() / 1000);
  const { written, failed } = await changeDatabase(readSettings(process.env), (db) =>
    retryRejected(db, nowSeconds),
  );
  say(`${written} charges were written, ${failed} were refused again.`);
  return failed > 0 ? 1 : 0;
}

function complain(unknown: string): number {
  console.error(`There is no command "${unknown}".\n\n${help}`);
  return 1;
}

function say(text: string): number {
  console.log(text);
  return 0;
}
