import type { CountedUnit, ErrorCode, TaskFileKind } from '@turnpike/contract';
import type { Json } from '../dialects/neutral/json-values.ts';
import type { TaskDialectName, TaskRequests } from '../dialects/tasks/task-requests.ts';

/** A request to the vendor of a task. */
export interface VendorRequest {
  method: 'GET' | 'POST' | 'DELETE';
  /** After the base address, with its query. A place in braces stands for the channel's, as in the path of a form. */
  path: string;
  /** JSON; absent without a body. */
  body?: Json;
  /** Next to those of the channel, in lower case. */
  headers?: Readonly<Record<string, string>>;
}

export interface VendorAnswer {
  status: number;
  /** Parsed JSON; null where the answer is none. */
  json: unknown;
  /** Its beginning, for errors. */
  text: string;
}

/**
 * Asks the vendor.
 * @throws UpstreamError if no whole answer comes
 */
export type AskVendor = (request: VendorRequest) => Promise<VendorAnswer>;

/** Facts that later questions about a task need; stored with it. Texts only. */
export type TaskTicket = Readonly<Record<string, string>>;

/** How a task is made and what it may cost. */
export interface TaskPlan {
  request: VendorRequest;
  /** As lists show it, such as `text2video`. */
  action: string;
  /** Units that a price counts, from the same values that are sent. Empty for a price per call. */
  units: readonly CountedUnit[];
  /** Output tokens, about, where the vendor counts tokens. */
  outputTokens?: number;
  ticket?: TaskTicket;
  /** Members of the request that its dialect shows with the task. */
  asked?: Json;
}

export interface PlannedFor {
  upstreamModel: string;
  /** Our id of the task; vendors that keep an id of their callers get it. */
  taskId: string;
  /** Where the vendor reports changes; null where it cannot reach the gateway. */
  callbackUrl: string | null;
  /** The task that it goes on from, at the same vendor; null: none. */
  parent: ParentTask | null;
}

export interface ParentTask {
  upstreamId: string;
  ticket: TaskTicket;
  /** The vendor's last answer about it. */
  data: unknown;
}

/** The vendor has taken a task. */
export interface BegunTask {
  upstreamId: string;
  /** Added to that of the plan. */
  ticket?: TaskTicket;
  /** Number by which the vendor answers, where it has several for a task that it takes. */
  code?: number;
  /** The state that the answer shows; absent if it shows none. */
  look?: TaskLook;
}

/** The vendor has not taken it, whatever its HTTP status says. */
export interface RefusedTask {
  refused: ErrorCode;
  /** The vendor's words. */
  message: string;
  /** Facts that the error has for its caller, such as `vendor_code`; texts of the vendor are cleaned. */
  shown?: Readonly<Record<string, string | number>>;
  /** The spare of the request may be taken where the request is not; see `ReadTask`. */
  mayTakeSpare?: true;
}

export type VendorFile = {
  kind: TaskFileKind;
} & (
  | {
      /** Address at the vendor. */
      url: string;
      /** A download needs the channel's headers. */
      needsKey?: true;
    }
  /** Path after the base address, which needs the channel's headers. */
  | { path: string }
  /** The answer has the bytes themselves. */
  | { base64: string }
);

/** State of a task as its vendor reports it. */
export interface TaskLook {
  /** `waiting`: for a further request of the caller. `missing`: the vendor does not know the task. */
  state: 'queued' | 'running' | 'waiting' | 'done' | 'failed' | 'cancelled' | 'missing';
  /** 0 to 100; absent where the vendor does not say. */
  progress?: number;
  /** The vendor's words about a failure. */
  reason?: string;
  /** The failure is a filter's. */
  isFiltered?: true;
  /** Results; previews while it is running, which the results replace. */
  files?: readonly VendorFile[];
  /** Measures of the vendor; absent where it says nothing. The request counts then. */
  measured?: { units?: readonly CountedUnit[]; outputTokens?: number };
  /** Shown to callers of the vendor's own API. */
  data?: unknown;
}

export interface AskedTask {
  upstreamId: string;
  action: string;
  model: string;
  ticket: TaskTicket;
}

/** How often a vendor is asked, in seconds. */
export interface TaskPace {
  first: number;
  /** Distances grow to this. */
  longest: number;
  /** After this the task is given up and not charged. */
  deadline: number;
}

/** One API of tasks as a vendor offers it. */
export interface TaskForm<Name extends TaskDialectName = TaskDialectName> {
  dialect: Name;
  pace: TaskPace;
  /** Media that a caller names by address are sent as bytes: the vendor reads no addresses. */
  readsNoAddresses?: true;
  /** Answers about its tasks have whole results in them. */
  sendsBytes?: true;
  /**
   * Writes the vendor's request. It reads no member of the request twice, so a price counts what is sent.
   * @throws request.invalid for what the vendor cannot do
   */
  plan(request: TaskRequests[Name], to: PlannedFor): TaskPlan;
  /** Reads the answer to the request of a plan. */
  begun(answer: VendorAnswer, plan: TaskPlan): BegunTask | RefusedTask;
  /** Asks how a task is. An answer that says nothing about the task throws `UnreadableLook`. */
  look(task: AskedTask, ask: AskVendor): Promise<TaskLook>;
  /** As `look`, for several tasks at once, by their ids at the vendor. Tasks that it leaves out are unknown to the vendor. */
  lookAtSeveral?(tasks: readonly AskedTask[], ask: AskVendor): Promise<ReadonlyMap<string, TaskLook>>;
  /** @returns whether it will not be made. Absent where the vendor cannot cancel */
  cancel?(task: AskedTask, ask: AskVendor): Promise<boolean>;
  /** Asks for the seed of a picture; null: the vendor does not say. Absent where it has none. */
  imageSeed?(task: AskedTask, ask: AskVendor): Promise<string | null>;
  /** Finds a task whose creation was not answered, by our id; null: the vendor has none. Absent where it cannot */
  find?(
    taskId: string,
    plan: { ticket: TaskTicket; action: string },
    ask: AskVendor,
  ): Promise<BegunTask | null>;
}

/** The vendor's answer says nothing about the task, as while it is overloaded. */
export class UnreadableLook extends Error {
  override readonly name = 'UnreadableLook';

  constructor({ status, text }: VendorAnswer) {
    super(`the vendor answers ${status}: ${text.slice(0, 300)}`);
  }
}

/** The tasks that a vendor makes. */
export interface ProviderTasks {
  /** APIs of callers that it can serve. */
  dialects: readonly TaskDialectName[];
  /** Loaded with the first task. */
  load(): Promise<readonly TaskForm[]>;
  /** The only upstream models that it makes tasks with; absent where all. */
  only?: RegExp;
}

/** Keeps the type of a form while it is listed with others. */
export const taskForm = <Name extends TaskDialectName>(form: TaskForm<Name>): TaskForm =>
  form as unknown as TaskForm;
