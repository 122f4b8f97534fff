import { query } from '@qitao/core/call.ts'
import { id, plainString } from '@qitao/core/field.ts'
import { text } from '@qitao/core/text.ts'
import { z } from 'zod'
import { documentKinds, type RecordKindName, recordKindNames } from './record-kinds.ts'

const foundRecord = z.object({
  id,
  /** Number or code. */
  no: z.string(),
  /** What it is of: the customer, the product, or its own name. */
  name: z.string().nullable(),
  status: z.string().nullable(),
  /** The work order of a task; the parent of a work order. */
  parent_id: id.nullable(),
})
const groups = z.object({
  groups: z.array(
    z.object({
      kind: z.enum(recordKindNames as [RecordKindName, ...RecordKindName[]]),
      records: z.array(foundRecord),
    }),
  ),
})
export type FoundGroups = z.output<typeof groups>['groups']

/** Most records of one kind that a search, and the neighbours of a document, name. */
export const mostFound = 5
export const mostNeighbours = 50

/** Ours: any record by number, code or name, of the kinds that the caller may open and of those only what is seen. */
export const findRecords = query('/mep_server/biz/task/query_record_list', {
  title: text('查找记录', 'Find records'),
  grantedBy: 'signed_in',
  atTerminals: true,
  input: z.strictObject({ keyword: plainString(50) }),
  output: groups,
})

/** Ours: the documents that a document came from and led to, likewise. */
export const queryNeighbours = query('/mep_server/biz/task/query_related_list', {
  title: text('关联单据', 'Related documents'),
  grantedBy: 'signed_in',
  atTerminals: true,
  input: z.strictObject({ kind: z.enum(documentKinds), id }),
  output: groups,
})

/** Documents that a graph names at most; those nearest to the one that was asked for. */
export const mostRelated = 240
/** Ours: the chain of a document, from what it came from to all that it led to; likewise. */
export const queryRelatedGraph = query('/mep_server/biz/task/query_related_graph', {
  title: text('关联单据图', 'Graph of related documents'),
  grantedBy: 'signed_in',
  atTerminals: true,
  input: z.strictObject({ kind: z.enum(documentKinds), id }),
  output: z.object({
    nodes: z.array(
      foundRecord.extend({
        key: z.string(),
        kind: z.enum(recordKindNames as [RecordKindName, ...RecordKindName[]]),
        /** How many steps after the document that was asked for; below 0: before it. */
        level: z.int(),
      }),
    ),
    edges: z.array(z.object({ from: z.string(), to: z.string() })),
    /** There are more than are named. */
    is_cut: z.boolean(),
  }),
})
export type RelatedGraphAnswer = z.output<typeof queryRelatedGraph.output>
