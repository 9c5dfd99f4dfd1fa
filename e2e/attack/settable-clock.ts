import { readFileSync } from 'node:fs';

/**
 * Loaded into the gateway's process (`NODE_OPTIONS=--import`): the machine's wall clock, set by the milliseconds that
 * the file at `SETTABLE_CLOCK` holds. The monotonic clock goes on as it does on a real machine.
 */
const file = process.env.SETTABLE_CLOCK ?? '';
const MachineDate = Date;

function now(): number {
  try {
    return MachineDate.now() + Number(readFileSync(file, 'utf8'));
  } catch {
    return MachineDate.now();
  }
}

globalThis.Date = new Proxy(MachineDate, {
  construct: (target, given) => Reflect.construct(target, given.length === 0 ? [now()] : given),
  apply: () => new MachineDate(now()).toString(),
  get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
});
