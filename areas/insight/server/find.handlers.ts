import { generalErrors } from '@qitao/core/general.errors.ts'
import { refuse } from '@qitao/core/refusal.ts'
import { type Handler, handle } from '@qitao/platform/server/http/handle.ts'
import { sql } from 'kysely'
import { findRecords, mostFound, mostNeighbours, queryNeighbours } from '../model/find.calls.ts'
import { kindsFor, recordKindNames } from '../model/record-kinds.ts'
import { findByIds, findByText } from './find.queries.ts'
import { neighboursOf } from './neighbours.ts'

export const findHandlers: Handler[] = [
  handle(findRecords, async (input, { tx, org_id, member, now }) => {
    const keyword = input.keyword.trim()
    if (keyword === '') return { groups: [] }
    return { groups: await findByText(tx, org_id, now, kindsFor(member.pages), keyword, mostFound) }
  }),

  handle(queryNeighbours, async ({ kind, id }, { tx, org_id, member, now }) => {
    const allowed = kindsFor(member.pages)
    const self = allowed.includes(kind) ? await findByIds(tx, org_id, now, { [kind]: sql`select ${id}::uuid` }, 1) : []
    if (self.length === 0) refuse(generalErrors.recordNotFound)
    const all = neighboursOf(org_id, kind, id)
    const shown = recordKindNames.filter(name => allowed.includes(name) && all[name] !== undefined)
    const wanted = Object.fromEntries(shown.map(name => [name, all[name]!]))
    return { groups: await findByIds(tx, org_id, now, wanted, mostNeighbours) }
  }),
]
