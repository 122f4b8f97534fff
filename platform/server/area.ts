import type { ErrorDefinition } from '@qitao/core/refusal.ts'
import type { Handler } from './handle.ts'
import type { JobHandler } from './jobs.ts'

/** What an area brings to the server; apps/server lists the areas. */
export interface Area {
  readonly name: string
  readonly handlers: readonly Handler[]
  readonly jobs?: readonly JobHandler[]
  /** Which refusal the violation of a named constraint means; unnamed ones answer 5021 or 5022. */
  readonly constraints?: Readonly<Record<string, ErrorDefinition>>
}
