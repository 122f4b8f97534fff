import { daySeconds, type Instant } from '@qitao/core/time.ts'

/** A skill as rules and planning read it, for each workgroup that its person belongs to. */
export interface Skill {
  readonly workgroup_id: string
  readonly process_id: string
  readonly level: number
  /** The beginning of its last day; null: for good. */
  readonly valid_to: Instant | null
}

/** Its last day counts whole. */
export const isValid = ({ valid_to }: Pick<Skill, 'valid_to'>, at: Instant): boolean =>
  valid_to === null || at < valid_to + daySeconds

/** How many people of a workgroup can do a process well enough. */
export const qualified = (
  skills: readonly Skill[],
  workgroup_id: string | null,
  process_id: string,
  level: number,
  at: Instant,
): number =>
  skills.filter(
    one => one.workgroup_id === workgroup_id && one.process_id === process_id && one.level >= level && isValid(one, at),
  ).length
