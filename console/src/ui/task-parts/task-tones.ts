import type { TaskStatus } from '@turnpike/contract';
import type { Tone } from '../text/status-dot.tsx';

export const taskTones: Record<TaskStatus, Tone> = {
  NOT_START: 'quiet',
  SUBMITTED: 'quiet',
  QUEUED: 'quiet',
  IN_PROGRESS: 'quiet',
  MODAL: 'look',
  SUCCESS: 'good',
  FAILURE: 'broken',
  CANCELLED: 'quiet',
  UNKNOWN: 'look',
};
