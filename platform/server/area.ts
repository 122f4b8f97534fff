import type { KnownRecords } from '@qitao/core/known-record.ts'
import type { ErrorDefinition } from '@qitao/core/refusal.ts'
import type { AreaExchanges, Lookup } from './excel/area-exchanges.ts'
import type { Handler } from './http/handle.ts'
import type { JobHandler } from './jobs/job.ts'

/** What an area brings to the server; apps/server lists the areas. */
export interface Area {
  readonly name: string
  /** What its records that people know get beside its own pages. */
  readonly known?: KnownRecords
  readonly handlers: readonly Handler[]
  /** Its tables of which the data scope of a workgroup shows some rows: each has a policy `of_workgroup`. */
  readonly ofWorkgroups?: readonly string[]
  readonly jobs?: readonly JobHandler[]
  /** Which refusal the violation of a named constraint means; unnamed ones answer 5021 or 5022. */
  readonly constraints?: Readonly<Record<string, ErrorDefinition>>
  /** What is imported from Excel files. */
  readonly exchanges?: AreaExchanges
  /** How the words of a file find the area's records, by the record's name. */
  readonly lookups?: Readonly<Record<string, Lookup>>
}
