import type { TaskDialectName } from '../../dialects/tasks/task-requests.ts';
import type { Provider } from '../../providers/provider.ts';
import { findProviderNamed } from '../../providers/provider-registry.ts';
import type { TaskForm, TaskPace } from '../../providers/task-form.ts';

/** Whether a provider makes tasks of a dialect with a model. */
export const makesTask = ({ tasks }: Provider, dialect: TaskDialectName, upstreamModel: string): boolean =>
  tasks?.dialects.includes(dialect) === true && tasks.only?.test(upstreamModel) !== false;

/** @throws if the provider has none */
export async function taskFormOf(
  { tasks, name }: Pick<Provider, 'tasks' | 'name'>,
  dialect: TaskDialectName,
): Promise<TaskForm> {
  const forms = (await tasks?.load()) ?? [];
  const form = forms.find((one) => one.dialect === dialect);
  if (form === undefined) throw new Error(`${name} makes no tasks of ${dialect}`);
  return form;
}

/** Distances of the forms that were loaded, by vendor and dialect. */
const paces = new Map<string, TaskPace>();

interface AtVendor {
  platform: string;
  dialect: TaskDialectName;
}

/** The form that a stored task was made in; null if the product no longer has it. */
export async function formOf({ platform, dialect }: AtVendor): Promise<TaskForm | null> {
  const provider = findProviderNamed(platform);
  if (provider?.tasks?.dialects.includes(dialect) !== true) return null;
  const form = await taskFormOf(provider, dialect);
  paces.set(`${platform} ${dialect}`, form.pace);
  return form;
}

/** Undefined before the form is loaded. */
export const paceOf = ({ platform, dialect }: AtVendor): TaskPace | undefined =>
  paces.get(`${platform} ${dialect}`);
