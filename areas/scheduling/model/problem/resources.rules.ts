import type { Instant } from '@qitao/core/time.ts'
import { mouldKind } from '@qitao/engineering/model/time/mould.record.ts'
import { type Mould, mouldsFor, usable } from '@qitao/engineering/model/time/mould.rules.ts'
import { groupsSharing, qualified, qualifiedAmong } from '@qitao/masterdata/model/resource/skill.rules.ts'
import type { Eligible, Resource } from '@qitao/planning/scheduling/problem/problem.ts'
import type { DeviceOfPlan, OperationOfPlan, ScheduleFacts } from './facts.ts'

/** What a task holds beside its machine: people, moulds and tools. */

export interface EligibleWithCrew extends Eligible {
  readonly employees: number
  readonly workgroup: string | null
}
export interface Hold {
  readonly resource: string
  readonly amount: number
}
/** Where an operation can run, and what it holds there. */
export interface Needs {
  readonly machines: readonly EligibleWithCrew[]
  readonly holds: readonly Hold[]
}

type Facts = Pick<ScheduleFacts, 'now' | 'workgroups' | 'moulds' | 'skills' | 'operations'>

/** All that can be held, with how much of it there is. */
export const resourcesOf = (facts: Facts): Resource[] => [
  ...facts.workgroups.map(({ id, member_count }) => ({ id, kind: 'workgroup' as const, capacity: member_count })),
  ...facts.moulds.map(one => ({
    id: one.id,
    kind: one.kind === mouldKind.codes.mould ? ('mould' as const) : ('tool' as const),
    capacity: usable(one),
  })),
  ...skillsAsked(facts).map(one => ({ id: one.id, kind: 'skill' as const, capacity: one.peopleAt(facts.now) })),
]

/** By the id of the resource: as people know it. */
export const resourceNames = (facts: Facts): ReadonlyMap<string, string> =>
  new Map([
    ...facts.workgroups.map(({ id, name }) => [id, name] as const),
    ...facts.moulds.map(({ id, code, name }) => [id, `${code} ${name}`] as const),
    ...skillsAsked(facts).map(({ id, name }) => [id, name] as const),
  ])

interface SkillAsked {
  readonly id: string
  readonly name: string
  readonly peopleAt: (at: Instant) => number
}
const skillId = (process_id: string, workgroup_id: string | null): string => `skill ${process_id} ${workgroup_id ?? ''}`
const sharedId = (process_id: string, workgroup_ids: readonly string[]): string =>
  skillId(process_id, workgroup_ids.join('+'))
/** Each skill that an operation asks for, in each workgroup, and where nobody is; after them in those that share people. */
export function skillsAsked({ operations, workgroups, skills }: Omit<Facts, 'now'>): SkillAsked[] {
  const processes = new Map<string, OperationOfPlan>()
  for (const one of operations) if (one.skill_level > 0) processes.set(one.process_id, one)
  const named = new Map(workgroups.map(({ id, name }) => [id, name]))
  return [...processes.values()].flatMap(({ process_id, process_name, skill_level }) => {
    const name = `${process_name} ≥${skill_level}`
    const alone = [...workgroups, null].map(group => ({
      id: skillId(process_id, group?.id ?? null),
      name: group ? `${name} · ${group.name}` : name,
      peopleAt: (at: Instant) => qualified(skills, group?.id ?? null, process_id, skill_level, at),
    }))
    const shared = new Set(groupsSharing(skills, process_id, skill_level).values())
    const together = [...shared].map(ids => ({
      id: sharedId(process_id, ids),
      name: `${name} · ${ids.map(id => named.get(id) ?? '').join(' + ')}`,
      peopleAt: (at: Instant) => qualifiedAmong(skills, ids, process_id, skill_level, at),
    }))
    return [...alone, ...together]
  })
}

/** The mould that is on a machine now: that of its last task. */
export const mouldOn =
  ({ moulds }: Pick<ScheduleFacts, 'moulds'>) =>
  ({ last_material_id, last_process_id }: DeviceOfPlan): string | null =>
    last_material_id === null || last_process_id === null
      ? null
      : (mouldsFor(moulds, last_process_id, last_material_id).find(({ kind }) => kind === mouldKind.codes.mould)?.id ??
        null)

/** Asked for thousands of operations: the machines of a process for a product come as one list, and are answered once. */
export function needsOf(
  facts: Facts,
): (machines: readonly EligibleWithCrew[], operation: OperationOfPlan, material_id: string) => Needs {
  const ofProcess = Map.groupBy(facts.moulds, ({ process_id }) => process_id)
  const sharing = new Map<string, ReturnType<typeof groupsSharing>>()
  const sharingOf = ({ process_id, skill_level }: OperationOfPlan) => {
    const known = sharing.get(process_id) ?? groupsSharing(facts.skills, process_id, skill_level)
    sharing.set(process_id, known)
    return known
  }
  const none: readonly Mould[] = []
  const moulds = new Map<string, readonly Mould[]>()
  const mouldsOf = (process_id: string, material_id: string) => {
    const own = ofProcess.get(process_id)
    if (!own) return none
    const key = `${process_id} ${material_id}`
    const known = moulds.get(key) ?? mouldsFor(own, process_id, material_id)
    moulds.set(key, known)
    return known
  }
  const needs = new Map<readonly Mould[], Map<readonly EligibleWithCrew[], Needs>>()
  return (machines, operation, material_id) => {
    const needed = mouldsOf(operation.process_id, material_id)
    const known = needs.get(needed) ?? new Map<readonly EligibleWithCrew[], Needs>()
    needs.set(needed, known)
    const found = known.get(machines) ?? neededFor(facts, machines, operation, needed, sharingOf)
    known.set(machines, found)
    return found
  }
}

function neededFor(
  facts: Facts,
  all: readonly EligibleWithCrew[],
  operation: OperationOfPlan,
  needed: readonly Mould[],
  sharingOf: (operation: OperationOfPlan) => ReturnType<typeof groupsSharing>,
): Needs {
  const { process_id, skill_level } = operation
  let machines = all
  const holds = needed.map((one): Hold => {
    const { id, device_ids } = one
    const fitting = device_ids.length === 0 ? machines : machines.filter(({ machine }) => device_ids.includes(machine))
    // What fits none of the machines that are left is missing there: more of it is asked for than there is, so that it is named.
    if (fitting.length === 0) return { resource: id, amount: usable(one) + 1 }
    machines = fitting
    return { resource: id, amount: 1 }
  })
  if (skill_level > 0 && machines.length > 0) {
    const people = ({ workgroup }: EligibleWithCrew) =>
      qualified(facts.skills, workgroup, process_id, skill_level, facts.now)
    const manned = machines.filter(one => people(one) >= Math.max(1, one.employees))
    if (manned.length > 0) machines = manned
    // Held where all its machines are of one workgroup, as crews are; where nobody can do it, so that it is named.
    const [group = null, ...others] = new Set(machines.map(({ workgroup }) => workgroup))
    const amount = machines.reduce((most, { employees }) => Math.max(most, employees), 1)
    if (manned.length === 0 || others.length === 0) holds.push({ resource: skillId(process_id, group), amount })
    // Who is in two workgroups works for one of them at a time.
    const together = manned.length === 0 || group === null ? undefined : sharingOf(operation).get(group)
    if (together && others.every(one => one !== null && together.includes(one)))
      holds.push({ resource: sharedId(process_id, together), amount })
  }
  const crew = crewOf(facts, machines)
  return { machines, holds: crew ? [crew, ...holds] : holds }
}

/**
 * People are counted where a cycle time names a crew of more than one: a single operator comes with the machine. All its
 * machines must be of one workgroup with members; a crew larger than the workgroup takes all of it.
 */
function crewOf(
  { workgroups }: Pick<ScheduleFacts, 'workgroups'>,
  machines: readonly EligibleWithCrew[],
): Hold | undefined {
  const crew = machines.reduce((most, { employees }) => Math.max(most, employees), 0)
  if (crew < 2) return undefined
  const [first, ...others] = new Set(machines.map(({ workgroup }) => workgroup))
  if (first === null || first === undefined || others.length > 0) return undefined
  const workgroup = workgroups.find(({ id }) => id === first)
  if (!workgroup || workgroup.member_count === 0) return undefined
  return { resource: workgroup.id, amount: Math.min(crew, workgroup.member_count) }
}
