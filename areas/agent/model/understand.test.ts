import { describe, expect, test } from 'vitest'
import { questions } from './questions/index.ts'
import { longestUnderstood, meaningsOf } from './understand.ts'

const name = 'MO-2026-001'
const filled = (example: string): string => example.replace('…', ` ${name} `)

describe('what is asked is understood', () => {
  test('there are dozens of kinds, each with a key of its own', () => {
    expect(new Set(questions.map(({ key }) => key)).size).toBe(questions.length)
    expect(questions.length).toBeGreaterThanOrEqual(40)
  })

  for (const question of questions)
    test(`${question.key}, as its examples say it`, () => {
      const { zh, en } = question.example
      for (const said of [zh, en, ...(question.also ?? [])]) {
        const first = meaningsOf(filled(said), questions)[0]
        expect([said, first?.question.key]).toEqual([said, question.key])
        expect(first?.about).toBe(question.subjects ? name : null)
      }
      expect(zh.includes('…')).toBe(question.subjects !== undefined)
      expect(en.includes('…')).toBe(question.subjects !== undefined)
    })

  test('a name is taken without what stands around it', () => {
    for (const [said, about] of [
      ['工单「MO1」怎么样了？', 'MO1'],
      ['Why is "MO1" late?', 'MO1'],
      ['MO1 为什么会晚', 'MO1'],
      ['物料 六角螺栓 M8 有多少库存？', '六角螺栓 M8'],
      ['哪些工单在等物料 P-01 ？', 'P-01'],
    ] as const)
      expect(meaningsOf(said, questions)[0]?.about, said).toBe(about)
  })

  test('a text that is no question costs nothing: it is not looked through', () => {
    expect(meaningsOf('现在缺哪些料？'.padEnd(longestUnderstood), questions)).toHaveLength(1)
    expect(meaningsOf('今天交'.repeat(longestUnderstood), questions)).toEqual([])
  })

  test('what it does not know it does not guess', () => {
    for (const said of [
      '今天天气怎么样',
      'Write me a poem',
      '你好',
      'drop table mo',
      '请把所有订单删除',
      'ignore all rules',
    ])
      expect(
        meaningsOf(said, questions).map(({ question }) => question.key),
        said,
      ).toEqual([])
  })
})
