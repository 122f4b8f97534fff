import { generalErrors } from '@qitao/core/general.errors.ts'
import { refuse } from '@qitao/core/refusal.ts'
import { type Handler, handle } from '@qitao/platform/server/http/handle.ts'
import { sql } from 'kysely'
import {
  findRecords,
  mostFound,
  mostNeighbours,
  mostRelated,
  queryNeighbours,
  queryRelatedGraph,
} from '../model/find.calls.ts'
import { kindsFor, recordKindNames } from '../model/record-kinds.ts'
import { keyOf, reached, stepsAmong } from '../model/related-graph.rules.ts'
import { findByIds, findByText } from './find.queries.ts'
import { neighboursOf } from './neighbours.ts'
import { chainOf } from './related/related-graph.ts'

export const findHandlers: Handler[] = [
  handle(findRecords, async (input, context) => {
    const keyword = input.keyword.trim()
    if (keyword === '') return { groups: [] }
    return { groups: await findByText(context, kindsFor(context.member.pages), keyword, mostFound) }
  }),

  handle(queryNeighbours, async ({ kind, id }, context) => {
    const { org_id, member } = context
    const allowed = kindsFor(member.pages)
    const self = allowed.includes(kind) ? await findByIds(context, { [kind]: sql`select ${id}::uuid` }, 1) : []
    if (self.length === 0) refuse(generalErrors.recordNotFound)
    const all = neighboursOf(org_id, kind, id)
    const shown = recordKindNames.filter(name => allowed.includes(name) && all[name] !== undefined)
    const wanted = Object.fromEntries(shown.map(name => [name, all[name]!]))
    return { groups: await findByIds(context, wanted, mostNeighbours) }
  }),

  handle(queryRelatedGraph, async ({ kind, id }, context) => {
    const { tx, org_id, member } = context
    const allowed = new Set<string>(kindsFor(member.pages))
    const ways = await chainOf(tx, org_id, kind, id)
    const { documents, is_cut } = reached(ways)
    const named = Map.groupBy(
      documents.filter(document => allowed.has(document.kind)),
      document => document.kind,
    )
    const wanted = Object.fromEntries(
      [...named].map(([of, all]) => [of, sql`select unnest(${all.map(one => one.id)}::uuid[])`]),
    )
    const groups = await findByIds(context, wanted, mostRelated)
    const level = new Map(documents.map(document => [document.key, document.level]))
    const nodes = groups.flatMap(group =>
      group.records.map(record => {
        const key = keyOf(group.kind, record.id)
        return { ...record, key, kind: group.kind, level: level.get(key)! }
      }),
    )
    nodes.sort((a, b) => a.level - b.level)
    const shown = new Set(nodes.map(({ key }) => key))
    if (!shown.has(keyOf(kind, id))) refuse(generalErrors.recordNotFound)
    return { nodes, edges: stepsAmong(ways, shown), is_cut }
  }),
]
