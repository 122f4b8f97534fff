import { expect, test } from 'vitest'
import { groupsSharing, qualifiedAmong, type Skill } from './skill.rules.ts'

const skill = (user_id: string, workgroup_id: string, given: Partial<Skill> = {}): Skill => ({
  ...{ user_id, workgroup_id, process_id: 'weld', level: 2, valid_to: null },
  ...given,
})
const day = 86_400

test('workgroups are joined by who is in both and can do it, and by those that they are joined with', () => {
  const sharing = (...skills: Skill[]) => Object.fromEntries(groupsSharing(skills, 'weld', 2))
  expect(sharing(skill('Wu', 'a'), skill('Li', 'b'))).toEqual({})
  expect(sharing(skill('Wu', 'a'), skill('Wu', 'b', { level: 1 }), skill('Wu', 'c', { process_id: 'cut' }))).toEqual({})
  const [ab, abcd] = [
    ['a', 'b'],
    ['a', 'b', 'c', 'd'],
  ] as const
  expect(sharing(skill('Wu', 'b'), skill('Wu', 'a'), skill('Li', 'c'))).toEqual({ a: ab, b: ab })
  expect(
    sharing(
      ...['a', 'b'].map(g => skill('Wu', g)),
      ...['d', 'c'].map(g => skill('Li', g)),
      ...['c', 'b'].map(g => skill('He', g)),
    ),
  ).toEqual({ a: abcd, b: abcd, c: abcd, d: abcd })
})
test('who is in two of them is there once, as long as the skill holds', () => {
  const skills = [skill('Wu', 'a'), skill('Wu', 'b'), skill('Li', 'b', { valid_to: 5 * day }), skill('He', 'c')]
  const among = (groups: string[], at: number) => qualifiedAmong(skills, groups, 'weld', 2, at)
  expect([among(['a', 'b'], 5 * day), among(['a', 'b'], 6 * day), among(['a', 'b', 'c'], 6 * day)]).toEqual([2, 1, 2])
})
