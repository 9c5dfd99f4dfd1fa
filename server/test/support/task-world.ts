import { expect } from 'vitest';
import type { TaskVendor } from '../upstreams/tasks/task-vendor.ts';
import {
  type SeededUser,
  startTestGateway,
  type TestGateway,
  type TestGatewayOptions,
} from './test-gateway.ts';

type Json = Record<string, unknown>;

/** A gateway in front of one played vendor of tasks, and what its users and operators do with tasks. */
export class TaskWorld {
  readonly gateway: TestGateway;
  readonly vendor: TaskVendor;

  private constructor(gateway: TestGateway, vendor: TaskVendor) {
    this.gateway = gateway;
    this.vendor = vendor;
  }

  /**
   * @param channel of the vendor; its address is the vendor's
   * @param prices by the name of the model
   */
  static async start(
    vendor: TaskVendor,
    {
      channel,
      prices,
      ...options
    }: Omit<TestGatewayOptions, 'relayOptions'> & {
      /** Null for a gateway that has it already. */
      channel: Omit<Parameters<TestGateway['seed']['channel']>[0], 'baseUrl'> | null;
      prices: Parameters<TestGateway['seed']['price']>[0][];
      relayOptions?: TestGatewayOptions['relayOptions'];
    },
  ): Promise<TaskWorld> {
    const relayOptions = { holdWaitSeconds: 0, ...options.relayOptions };
    const gateway = await startTestGateway({ ...options, relayOptions });
    if (channel !== null) await gateway.seed.channel({ ...channel, baseUrl: vendor.url });
    for (const price of prices) await gateway.seed.price(price);
    return new TaskWorld(gateway, vendor);
  }

  async stop(): Promise<void> {
    await this.gateway.stop();
    await this.vendor.stop();
  }

  user(quota = 1_000_000): Promise<SeededUser> {
    return this.gateway.seed.user({ quota });
  }

  /** Points that are held for all users. */
  get held(): number {
    return this.gateway.core.quotaBook.heldPoints();
  }

  /** Asks vendors about all tasks that have not ended. */
  async lookNow(): Promise<void> {
    const { store, core } = this.gateway;
    await store.db.updateTable('tasks').set({ due_at: 1 }).where('due_at', '>', 0).execute();
    await core.taskLooks.start();
    await core.taskLooks.settled(5_000);
  }

  /** Makes all open tasks older. */
  async age(seconds: number): Promise<void> {
    await this.gateway.store.db
      .updateTable('tasks')
      .set((eb) => ({ created_at: eb('created_at', '-', seconds) }))
      .where('settled_at', '=', 0)
      .execute();
  }

  async ask(
    user: SeededUser,
    method: string,
    path: string,
    { body, headers = {} }: { body?: unknown; headers?: Record<string, string> } = {},
  ): Promise<{ status: number; json: Json }> {
    const answer = await fetch(this.gateway.url + path, {
      method,
      headers: { authorization: `Bearer ${user.token}`, 'content-type': 'application/json', ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return { status: answer.status, json: (await answer.json()) as Json };
  }

  /** Makes a task that the vendor takes. @returns its id */
  async make(user: SeededUser, path: string, body: unknown): Promise<string> {
    const { status, json } = await this.ask(user, 'POST', path, { body });
    expect({ status, json }).toMatchObject({ status: 200 });
    const row = await this.gateway.store.db
      .selectFrom('tasks')
      .select('task_id')
      .where('user_id', '=', user.id)
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    return row.task_id;
  }

  /** A task as its owner sees it by the gateway's own API. */
  async seen(user: SeededUser, id: string): Promise<Json> {
    const { status, json } = await this.ask(user, 'GET', `/v1/tasks/${id}`);
    expect(status).toBe(200);
    return json;
  }
}

/** A member of a value that a test knows to be JSON, by its path: `at(json, 'data', 0, 'url')`. */
export function at(value: unknown, ...path: (string | number)[]): unknown {
  let found = value;
  for (const name of path) found = (found as Record<string | number, unknown> | undefined)?.[name];
  return found;
}
