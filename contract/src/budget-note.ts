import {
  type BudgetOwnerType,
  type BudgetPeriodName,
  type BudgetUnit,
  budgetOwnerTypes,
  budgetPeriods,
  budgetUnits,
} from './entities/budget.ts';

/** The budget that a note is about. */
interface NotedBudget {
  owner: BudgetOwnerType;
  ownerId: number;
  period: BudgetPeriodName;
  /** As the budget names it. */
  model: string;
  unit: BudgetUnit;
}

/** Notes about a budget in the log. Amounts are in its unit. */
export type BudgetNote =
  | ({ about: 'budgetReset'; points: number } & NotedBudget)
  /** The use has come to the share at which an alert is sent. */
  | ({ about: 'budgetAlert'; used: number; points: number } & NotedBudget)
  /** `points` are the limit until a moment in seconds; one that is over ends the override. */
  | ({ about: 'budgetOverride'; points: number; until: number } & NotedBudget);

export function formatBudgetNote(note: BudgetNote): string {
  const { owner, ownerId, period, model, unit } = note;
  const action = note.about.replace('budget', '').toLowerCase();
  const amount = unit === 'points' ? amountOf(note) : `${amountOf(note)} ${unit}`;
  return `budget (${action}): ${owner} ${ownerId}, ${period}, ${amount}, ${model || '*'}`;
}

function amountOf(note: BudgetNote): string {
  switch (note.about) {
    case 'budgetReset':
      return `−${note.points}`;
    case 'budgetAlert':
      return `${note.used}/${note.points}`;
    case 'budgetOverride':
      return `${note.points}<${note.until}`;
  }
}

const form =
  /^budget \((reset|alert|override)\): (\w+) (\d+), (\w+), (?:−|(\d+)\/)?(\d+)(?:<(\d+))?(?: (\w+))?, (.+)$/;

/** @returns undefined for what is no note about a budget */
export function parseBudgetNote(content: string): BudgetNote | undefined {
  const [, action, type, ownerId, name, used, points, until, counted = 'points', named = ''] =
    form.exec(content) ?? [];
  const owner = budgetOwnerTypes.find((one) => one === type);
  const period = budgetPeriods.find((one) => one === name);
  const unit = budgetUnits.find((one) => one === counted);
  if (owner === undefined || period === undefined || unit === undefined) return undefined;
  const model = named === '*' ? '' : named;
  const noted = { owner, ownerId: Number(ownerId), period, model, unit, points: Number(points) };
  if (action === 'alert') return { about: 'budgetAlert', ...noted, used: Number(used) };
  if (action === 'override') return { about: 'budgetOverride', ...noted, until: Number(until) };
  return { about: 'budgetReset', ...noted };
}
