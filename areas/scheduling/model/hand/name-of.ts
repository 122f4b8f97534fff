import type { MoveObject } from '@qitao/planning/scheduling/hand/hand-refusal.ts'

/** What a name is asked of: operations read as order and process, machines by number. */
export type NameOf = (kind: MoveObject['kind'] | 'material' | 'order' | 'resource', id: string) => string | undefined
