import { noticeCaseStatus } from '@qitao/access/model/notice/notice-case.status.ts'
import { hourSeconds } from '@qitao/core/time.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { expect, test } from 'vitest'
import {
  type Hearer,
  mailTime,
  mattersOf,
  mostCases,
  type NoticeRule,
  noticeChanges,
  type OpenCase,
} from './notice.rules.ts'
import type { Fact } from './notice-events.ts'

const rule = (more: Partial<NoticeRule> = {}): NoticeRule => ({
  ...{ id: 'r', name: 'late', event: 'order_late', threshold: 1, least_value: null, to_owner: false },
  ...{ role_ids: [], user_ids: ['ann'], by_mail: false, by_hook: false, raise_hours: null },
  ...{ raise_role_ids: [], raise_user_ids: [], quiet_from: null, quiet_until: null },
  ...more,
})
const fact = (no: string, measure: number, more: Partial<Fact> = {}): Fact => ({
  ...{ object_id: no, no, subject: null, measure, value: null, owner_ids: [] },
  ...more,
})
const hearer = (user_id: string, more: Partial<Hearer> = {}): Hearer => ({
  ...{ user_id, is_admin: false, role_ids: [], own_data_only: false },
  pages: new Set([pages.salesOrders.path, pages.manufacturingOrders.path]),
  ...more,
})
const openCase = (object_id: string, more: Partial<OpenCase> = {}): OpenCase => ({
  ...{ id: `case ${object_id}`, rule_id: 'r', event: 'order_late', object_id, status: noticeCaseStatus.codes.open },
  ...{ opened_time: 0, raised_time: null },
  ...more,
})
const told = (of: NoticeRule, facts: Fact[], hearers: Hearer[]) =>
  noticeChanges([of], new Map([[of.event, facts]]), [], hearers, 0).opened.map(one => [one.fact.no, one.told_ids])

test('what is later than the threshold is told, the worst first; what comes up within it, the nearest first', () => {
  const facts = [fact('A', 1), fact('B', 9), fact('C', 0)]
  expect(mattersOf(rule(), facts).map(({ no }) => no)).toEqual(['B', 'A'])
  expect(mattersOf(rule({ event: 'shortage', threshold: 3 }), facts).map(({ no }) => no)).toEqual(['C', 'A'])
})
test('what is worth less than the least value, or of unknown value, is not told', () => {
  const facts = [fact('A', 2, { value: '99.99' }), fact('B', 2, { value: '100.00' }), fact('C', 2)]
  expect(mattersOf(rule({ least_value: '100' }), facts).map(({ no }) => no)).toEqual(['B'])
})
test('owners, roles and members are told, each once', () => {
  const facts = [fact('A', 2, { owner_ids: ['bob'] })]
  const all = [hearer('ann', { role_ids: ['x'] }), hearer('bob'), hearer('cid', { role_ids: ['x'] }), hearer('dan')]
  expect(told(rule({ to_owner: true, role_ids: ['x'] }), facts, all)).toEqual([['A', ['ann', 'bob', 'cid']]])
})
test('nobody hears of what the own pages do not show; then administrators do', () => {
  const facts = [fact('A', 2)]
  const all = [hearer('ann', { pages: new Set() }), hearer('adm', { is_admin: true })]
  expect(told(rule(), facts, all)).toEqual([['A', ['adm']]])
})
test('who sees own documents only hears of those', () => {
  const all = [hearer('ann', { own_data_only: true })]
  expect(told(rule(), [fact('A', 2), fact('B', 3, { owner_ids: ['ann'] })], all)).toEqual([
    ['B', ['ann']],
    ['A', []],
  ])
})
test('what has no scope is heard of by who is named, though the member sees own documents only', () => {
  const all = [hearer('ann', { own_data_only: true }), hearer('adm', { is_admin: true })]
  for (const event of ['shortage', 'mo_late'] as const)
    expect(told(rule({ event }), [fact('A', 1)], all)).toEqual([['A', ['ann']]])
  expect(told(rule({ event: 'order_at_risk' }), [fact('A', 1)], all)).toEqual([['A', ['adm']]])
})
test('a rule that was given another event tells of that, and what it told of before is over', () => {
  const facts = new Map([['order_at_risk', [fact('A', 2)]]] as const)
  const changes = noticeChanges([rule({ event: 'order_at_risk' })], facts, [openCase('A')], [hearer('ann')], 0)
  expect([changes.opened.length, changes.over_ids]).toEqual([1, ['case A']])
})
test('what lasts is told once, what is not there any more is over', () => {
  const facts = new Map([['order_late', [fact('A', 2)]]] as const)
  const { opened, over_ids } = noticeChanges([rule()], facts, [openCase('A'), openCase('B')], [hearer('ann')], 0)
  expect([opened, over_ids]).toEqual([[], ['case B']])
})
test('of a rule that is gone or off everything is over', () => {
  expect(noticeChanges([], new Map(), [openCase('A')], [], 0).over_ids).toEqual(['case A'])
})
test('so many are told at a time and no more, and what is known is not over for that', () => {
  const facts = Array.from({ length: mostCases + 10 }, (_, at) => fact(`${1000 + at}`, 2))
  const first = noticeChanges([rule()], new Map([['order_late', facts]]), [], [hearer('ann')], 0)
  expect(first.opened).toHaveLength(mostCases)
  const held = first.opened.map(({ fact: { object_id } }) => openCase(object_id))
  const next = noticeChanges([rule()], new Map([['order_late', [fact('0', 99), ...facts]]]), held, [hearer('ann')], 0)
  expect([next.opened, next.over_ids]).toEqual([[], []])
})
test('what nobody answers goes to the next one once; what is seen does not', () => {
  const of = rule({ raise_hours: 4, raise_user_ids: ['boss'] })
  const all = [hearer('ann'), hearer('boss')]
  const raised = (at: number, more: Partial<OpenCase> = {}) =>
    noticeChanges([of], new Map([['order_late', [fact('A', 2)]]]), [openCase('A', more)], all, at).raised.map(
      ({ told_ids }) => told_ids,
    )
  expect(raised(4 * hourSeconds - 1)).toEqual([])
  expect(raised(4 * hourSeconds)).toEqual([['boss']])
  expect(raised(9 * hourSeconds, { raised_time: 5 * hourSeconds })).toEqual([])
  expect(raised(9 * hourSeconds, { status: noticeCaseStatus.codes.seen })).toEqual([])
})
test('mail waits for the end of the quiet hours, over midnight too', () => {
  const zone = 'Asia/Shanghai'
  const at = (wall: string) => Date.parse(`${wall}:00+08:00`) / 1000
  const night = { quiet_from: 22 * 60, quiet_until: 7 * 60 + 30 }
  expect(mailTime(night, at('2026-11-28T21:59'), zone)).toBe(at('2026-11-28T21:59'))
  expect(mailTime(night, at('2026-11-28T22:00'), zone)).toBe(at('2026-11-29T07:30'))
  expect(mailTime(night, at('2026-11-29T03:00'), zone)).toBe(at('2026-11-29T07:30'))
  expect(mailTime(night, at('2026-11-29T07:30'), zone)).toBe(at('2026-11-29T07:30'))
  expect(mailTime({ quiet_from: 720, quiet_until: 780 }, at('2026-11-28T12:10'), zone)).toBe(at('2026-11-28T13:00'))
  expect(mailTime({ quiet_from: null, quiet_until: null }, 5, zone)).toBe(5)
})
