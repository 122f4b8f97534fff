import type { Member } from '../http/handle.ts'
import type { JobHandler } from './job.ts'

/** Pages of the calls that start such jobs: whoever has one of them sees how a colleague's job goes. */
export const pagesOfJob = (handler: JobHandler | undefined): readonly string[] =>
  (handler?.startedBy ?? []).flatMap(({ grantedBy }) =>
    typeof grantedBy === 'string' ? [] : grantedBy.map(({ path }) => path),
  )

/** Whether a member follows the jobs of others that are started on these pages. */
export const followsOthers = (
  { is_admin, grants }: Pick<Member, 'is_admin' | 'grants'>,
  paths: readonly string[],
): boolean => is_admin || grants.some(({ pages }) => paths.some(path => pages.has(path)))
