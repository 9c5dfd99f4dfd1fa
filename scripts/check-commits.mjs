/** Subjects of commits that are not on the remote branch yet: `area: verb …`, at most 72 characters. */
import { spawnSync } from 'node:child_process';
import { rootDir } from './preparation.mjs';

const MAX_LENGTH = 72;
const subjectForm = /^[a-z][a-z0-9-]*: [a-z]/;

/**
 * @param {string} subject
 * @returns {string | null} null where it is right
 */
export function findSubjectProblem(subject) {
  if (subject.length > MAX_LENGTH) return `${subject.length} characters, at most ${MAX_LENGTH}: ${subject}`;
  return subjectForm.test(subject) ? null : `write "area: verb …": ${subject}`;
}

/** A checkout without git, or without a remote branch, has none. */
function newSubjects(dir) {
  const log = spawnSync('git', ['log', '--no-merges', '--format=%s', '@{upstream}..HEAD'], { cwd: dir });
  return log.status === 0 ? log.stdout.toString().split('\n').filter(Boolean) : [];
}

if (process.argv[1] === import.meta.filename) {
  const problems = newSubjects(rootDir).map(findSubjectProblem).filter(Boolean);
  for (const problem of problems) console.log(problem);
  process.exitCode = problems.length === 0 ? 0 : 1;
}
