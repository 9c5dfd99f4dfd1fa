import { type ModelStatusPage, STATUS_HOURS } from '@turnpike/contract';
import { GatewayError } from '../../platform/gateway-error.ts';
import type { ModuleDeps } from '../module-deps.ts';
import { listAvailableModels } from './available-models.ts';
import { listModelHours } from './model-hours-repository.ts';
import { firstStatusHour, type ModelHourSums, modelStatus } from './model-status.ts';

/** Strangers cause at most one reading in this time. */
const KEPT_MS = 30_000;

type Deps = Pick<ModuleDeps, 'db' | 'clock' | 'options' | 'modelHours'>;

/** The public status of the models that everybody may use. */
export class ModelStatuses {
  readonly #deps: Deps;
  #kept: { page: Promise<ModelStatusPage>; untilMs: number } | null = null;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** @throws site.status_page_off while the option is off */
  read(): Promise<ModelStatusPage> {
    const { options, clock } = this.#deps;
    if (!options.flag('ModelStatusPageEnabled')) throw new GatewayError('site.status_page_off');
    const nowMs = clock.monotonicMs();
    if (this.#kept === null || nowMs >= this.#kept.untilMs) {
      const page = readPage(this.#deps);
      const kept = { page, untilMs: nowMs + KEPT_MS };
      this.#kept = kept;
      page.catch(() => {
        if (this.#kept === kept) this.#kept = null;
      });
    }
    return this.#kept.page;
  }
}

async function readPage({ db, clock, modelHours }: Deps): Promise<ModelStatusPage> {
  const now = clock.nowSeconds();
  const first = firstStatusHour(now);
  const models = await listAvailableModels(db, undefined);
  const byModel = new Map<string, ModelHourSums[]>(Object.keys(models).map((model) => [model, []]));
  for (const { model, ...sums } of await listModelHours(db, first)) byModel.get(model)?.push(sums);
  for (const { model, hour, sums } of modelHours.unstored())
    byModel.get(model)?.push({ hour, ...sums, first_byte_ms: sums.firstByteMs });
  return {
    updated_at: now,
    first_hour: first,
    hour_count: STATUS_HOURS,
    models: Object.entries(models).map(([model, { owned_by }]) =>
      modelStatus({ model, owned_by }, byModel.get(model) ?? [], now),
    ),
  };
}
