import type { In } from '@qitao/core/call.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import type { ErrorDefinition } from '@qitao/core/refusal.ts'
import { actionCall, type LinedDocument } from '@qitao/document-kit/model/document.ts'
import { expect } from 'vitest'
import { contract } from './contract.ts'
import { rowsIn } from './excel.ts'
import type { TestApp, TestCompany } from './test-app.ts'

type Refused = readonly (readonly [what: string, input: object, error: ErrorDefinition])[]
interface DocumentCase<D extends LinedDocument, S> {
  readonly set: (company: TestCompany) => Promise<S>
  /** What is added, good as it is. */
  readonly input: (set: S) => In<D['calls']['add']>
  /** Inputs that are refused when they are added, and when a stored one is altered to them. */
  readonly refused: (set: S) => Refused
  readonly numberTaken: ErrorDefinition
  /** The refusal of what a state does not allow. */
  readonly notNow: ErrorDefinition
  /** An action that the first state allows, after which `alter` is refused; and what must be so after it. */
  readonly ends: string
  readonly after?: Readonly<Record<string, (company: TestCompany, set: S, id: string) => Promise<void>>>
}
const absent = '00000000-0000-7000-8000-000000000000'

/** The contract of every call of a declared document: good, refused, without right, from another company. */
export function documentContract<D extends LinedDocument, S extends object>(
  app: TestApp,
  of: D,
  { set, input, refused, numberTaken, notNow, ends, after = {} }: DocumentCase<D, S>,
): void {
  const { calls, statuses } = of
  const first = statuses.list[0]!
  const noOf = (made: { no: string }) => made.no
  const stored = async (company: TestCompany) => {
    const found = await set(company)
    const open = await company.admin.ok(calls.add, input(found))
    const ended = await company.admin.ok(calls.add, input(found))
    await company.admin.ok(actionCall(of, ends), { ids: [ended.id] })
    return { found, open: open as { id: string; no: string }, ended: ended as { id: string; no: string } }
  }
  contract(app, calls.list, {
    set: stored,
    good: () => ({ statuses: [first.code], order_by: '-no' }),
    check: ({ result, total }, { open }) => {
      expect(total).toBe(1)
      expect(result[0]).toMatchObject({ id: open.id, no: noOf(open), line_count: 1, status: first.code })
    },
    refused: () => [
      ['over a year', { timestamp_range: [0, 367 * 86_400] }, generalErrors.dateSpanOverYear],
      ['an order that is none', { order_by: 'phase' }, generalErrors.badParameter],
    ],
    foreign: answer => expect(answer.data).toMatchObject({ result: [], total: 0 }),
  })
  contract(app, calls.count, {
    set: stored,
    good: ({ open }) => ({ keyword: noOf(open) }),
    check: data => expect(data[first.key]).toBe(1),
    refused: () => [['an unknown field', { x: 1 }, generalErrors.badParameter]],
    foreign: answer => expect(answer.data?.[first.key]).toBe(0),
  })
  contract(app, calls.totals, {
    set: stored,
    good: () => ({ statuses: [first.code] }),
    check: ({ result, is_complete }, { found }) => {
      const { quantity } = (input(found) as { lines: readonly [{ quantity: string }] }).lines[0]
      expect({ result, is_complete }).toEqual({
        result: [{ unit_name: expect.any(String), quantity: String(Number(quantity)) }],
        is_complete: true,
      })
    },
    refused: () => [['an unknown field', { x: 1 }, generalErrors.badParameter]],
    foreign: answer => expect(answer.data).toEqual({ result: [], is_complete: true }),
  })
  contract(app, calls.export, {
    set: stored,
    good: () => ({}),
    check: async (data, { open, ended }) => {
      const rows = await rowsIn(data)
      expect(rows[0]).toContain(of.record.fields.no!.title.zh)
      expect(rows.slice(1).flat()).toEqual(expect.arrayContaining([noOf(open), noOf(ended)]))
    },
    refused: () => [['an order that is none', { order_by: 'phase' }, generalErrors.badParameter]],
    foreign: async answer => expect(await rowsIn(answer.data!)).toHaveLength(1),
  })
  contract(app, calls.detail, {
    set: stored,
    good: ({ open }) => ({ id: open.id }),
    check: ({ record, lines }, { open }) => {
      expect(record).toMatchObject({ id: open.id, no: noOf(open) })
      expect(lines).toHaveLength(1)
    },
    refused: () => [['one that is not there', { id: absent }, generalErrors.recordNotFound]],
    foreign: generalErrors.recordNotFound,
  })
  contract(app, calls.add, {
    set: stored,
    good: ({ found }) => ({ ...input(found), no: 'A-1' }),
    check: async ({ id, no }, { found }, company) => {
      expect(no).toBe('A-1')
      const { record, lines } = await company.admin.ok(calls.detail, { id })
      expect(record.status).toBe(first.code)
      expect(lines[0]).toMatchObject({ line_no: 1, material_id: input(found).lines[0].material_id })
    },
    refused: ({ found, open }) => [
      ['a number that is taken', { ...input(found), no: noOf(open) }, numberTaken],
      ['no lines', { ...input(found), lines: [] }, generalErrors.fieldRequired],
      ['an unknown field', { ...input(found), x: 1 }, generalErrors.badParameter],
      ...refused(found),
    ],
    foreign: generalErrors.recordNotFound,
  })
  contract(app, calls.alter, {
    set: stored,
    good: ({ found, open }) => ({ ...input(found), id: open.id, row_version: 0 }),
    check: async (_, { open }, company) => {
      const { record, lines } = await company.admin.ok(calls.detail, { id: open.id })
      expect(record).toMatchObject({ no: noOf(open), row_version: 1 })
      expect(lines).toHaveLength(1)
    },
    refused: ({ found, open, ended }) => {
      const altered = { ...input(found), id: open.id, row_version: 0 }
      return [
        ['an old version', { ...altered, row_version: 7 }, generalErrors.versionConflict],
        ['its state', { ...altered, id: ended.id, row_version: 1 }, notNow],
        [
          'a line of nobody',
          { ...altered, lines: [{ ...input(found).lines[0], id: absent }] },
          generalErrors.recordNotFound,
        ],
        ...refused(found).map(([what, given, error]) => [what, { ...altered, ...given }, error] as const),
      ]
    },
    foreign: generalErrors.recordNotFound,
  })
  contract(app, calls.drop, {
    set: stored,
    good: ({ open }) => ({ ids: [open.id] }),
    check: async ({ done_ids }, { open }, company) => {
      expect(done_ids).toEqual([open.id])
      expect((await company.admin.send(calls.detail, { id: open.id })).code).toBe(generalErrors.recordNotFound.code)
    },
    refused: () => [['one that is not there', { ids: [absent] }, generalErrors.recordNotFound]],
    foreign: generalErrors.recordNotFound,
  })
  // What its first state does not allow its area proves.
  for (const action of of.bulk.filter(one => statuses.can(one, first.code)))
    contract(app, actionCall(of, action), {
      set: stored,
      good: ({ open }) => ({ ids: [open.id] }),
      check: async ({ done_ids }, { found, open }, company) => {
        expect(done_ids).toEqual([open.id])
        const { record } = await company.admin.ok(calls.detail, { id: open.id })
        expect(record.status).toBe(statuses.after(action, first.code))
        await after[action]?.(company, found, open.id)
      },
      refused: ({ ended }) => [
        ['its state', { ids: [ended.id] }, notNow],
        ['one that is not there', { ids: [absent] }, generalErrors.recordNotFound],
      ],
      foreign: generalErrors.recordNotFound,
    })
}
