import type { Area } from '@qitao/platform/server/area.ts'

export { checkLedger } from './check-ledger.ts'
export { post } from './ledger.ts'
export { available, issueFor, refuseShort, usableStock } from './lots.ts'
export { occupy, occupyExactly, release } from './occupation.ts'

export const stockArea: Area = { name: 'stock', handlers: [] }
