import { plainHandlers } from '@qitao/platform/server/plain-record.ts'
import { processCalls } from '../model/process.calls.ts'
import { process } from '../model/process.record.ts'

export const processHandlers = plainHandlers(process, processCalls, {
  table: 'process',
  keyword: ['code', 'name'],
  orders: ['code', 'name', 'status'],
  defaultOrder: 'code',
})
