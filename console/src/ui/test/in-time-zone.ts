import { spawnSync } from 'node:child_process';

/**
 * The result of a call for a reader of another time zone, in a process of its own: a process has one zone.
 * @param file path of a module without a browser's parts
 * @param call of one of its functions, such as `startOfDay(0)`
 */
export function inTimeZone<Result>(zone: string, file: string, call: string): Result {
  const script = `const module = await import(${JSON.stringify(file)}); console.log(JSON.stringify(module.${call}));`;
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    env: { ...process.env, TZ: zone },
    encoding: 'utf8',
  });
  if (stdout === '') throw new Error(stderr);
  return JSON.parse(stdout) as Result;
}
