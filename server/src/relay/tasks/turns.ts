/** Work that shares a limit, such as that of one account. */
export interface Room {
  name: string;
  atOnce: number;
}

/** Lets work run when its room and all rooms together have place. */
export class Turns {
  readonly #atOnce: number;
  readonly #inRooms = new Map<string, number>();
  #running = 0;
  #waiting: (() => void)[] = [];

  constructor(atOnce: number) {
    this.#atOnce = atOnce;
  }

  async take<Result>({ name, atOnce }: Room, work: () => Promise<Result>): Promise<Result> {
    while (this.#running >= this.#atOnce || (this.#inRooms.get(name) ?? 0) >= atOnce)
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    this.#running += 1;
    this.#inRooms.set(name, (this.#inRooms.get(name) ?? 0) + 1);
    try {
      return await work();
    } finally {
      this.#running -= 1;
      const left = (this.#inRooms.get(name) ?? 1) - 1;
      if (left === 0) this.#inRooms.delete(name);
      else this.#inRooms.set(name, left);
      for (const resolve of this.#waiting.splice(0)) resolve();
    }
  }
}
