import { daySeconds, type Instant } from '@qitao/core/time.ts'

/** A skill as rules and planning read it, for each workgroup that its person belongs to. */
export interface Skill {
  readonly user_id: string
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

/** The same of several workgroups together, where who is in two of them is there once. */
export const qualifiedAmong = (
  skills: readonly Skill[],
  workgroup_ids: readonly string[],
  process_id: string,
  level: number,
  at: Instant,
): number =>
  new Set(
    skills.flatMap(one =>
      workgroup_ids.includes(one.workgroup_id) &&
      one.process_id === process_id &&
      one.level >= level &&
      isValid(one, at)
        ? [one.user_id]
        : [],
    ),
  ).size

/** Workgroups that people who can do a process are in together: of each that shares anybody, all that it is joined with. */
export function groupsSharing(
  skills: readonly Skill[],
  process_id: string,
  level: number,
): ReadonlyMap<string, readonly string[]> {
  const able = skills.filter(one => one.process_id === process_id && one.level >= level)
  const joined = new Map<string, readonly string[]>()
  for (const own of Map.groupBy(able, one => one.user_id).values()) {
    const groups = new Set(own.flatMap(({ workgroup_id }) => joined.get(workgroup_id) ?? [workgroup_id]))
    if (groups.size < 2) continue
    const all = [...groups].sort()
    for (const group of all) joined.set(group, all)
  }
  return joined
}
