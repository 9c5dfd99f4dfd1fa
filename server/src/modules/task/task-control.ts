/** Actions of the console on tasks; the relay, which knows vendors, provides them. */
export interface TaskControl {
  /** Path of a result, valid for an hour without a key. */
  filePath(taskId: string, index: number): string;
  /** Secret that signs notices to a user. */
  noticeSecret(userId: number): string;
  /** Whether a vendor can cancel tasks of a dialect. */
  canCancel(platform: string, dialect: string): Promise<boolean>;
  /** @throws task.not_cancellable */
  cancel(taskId: string): Promise<void>;
  /**
   * Makes a failed task again, with the key that it was made with.
   * @returns the id of the new task
   * @throws task.not_repeatable; errors of the call
   */
  retry(taskId: string, asked: { requestId: string; sourceIp: string }): Promise<string>;
  /** Asks the vendor now. @throws upstream.error if it does not answer */
  check(taskId: string): Promise<void>;
}
