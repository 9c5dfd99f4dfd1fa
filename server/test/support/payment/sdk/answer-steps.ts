export interface SdkStep {
  id: number;
  name: string;
  args: unknown[];
}
export interface SdkReply {
  id: number;
  value?: unknown;
  /** Words of an error that the SDK has thrown. */
  fault?: string;
}

type Steps = Record<string, (...args: never[]) => unknown>;

/** Lets the process that started this one use an SDK step by step, until it disconnects. */
export function answerSteps<Config>(open: (config: Config) => Steps): void {
  let steps: Steps = {};
  const run = (name: string, args: unknown[]): unknown => {
    if (name === 'open') steps = open(args[0] as Config);
    else if (steps[name] === undefined) throw new Error(`There is no step ${name}.`);
    else return steps[name](...(args as never[]));
    return undefined;
  };
  process.once('disconnect', () => process.exit());
  process.on('message', async ({ id, name, args }: SdkStep) => {
    let reply: SdkReply;
    try {
      reply = { id, value: await run(name, args) };
    } catch (error) {
      reply = { id, fault: wordsOf(error) };
    }
    process.send?.(reply);
  });
}

/** Some SDKs keep the answer apart from their own words. */
function wordsOf(error: unknown): string {
  const { name, message, body } = error as { name?: unknown; message?: unknown; body?: unknown };
  return [name, message, body].filter(Boolean).join(' ') || String(error);
}
