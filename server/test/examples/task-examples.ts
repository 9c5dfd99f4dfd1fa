import type { OwnExamples } from '../support/example-requests.ts';
import { seedTask } from '../support/seed-task.ts';

const examples: OwnExamples<string> = {
  seed: async (_post, mark, _get, { site, as }) => {
    const taskId = `task_example_${mark}`;
    await seedTask(site.db, { task_id: taskId, user_id: as.id, status: 'FAILURE', request: '{}' });
    return taskId;
  },
  requests: (task_id) => {
    const params = { task_id };
    return {
      task: {
        list: {},
        get: { params },
        check: { params },
        cancel: { params },
        noticeSecret: {},
        listOwn: {},
        getOwn: { params },
        cancelOwn: { params },
        retryOwn: { params },
      },
      midjourney: { list: {}, listOwn: {} },
    };
  },
};

export default examples;
