import { exportHandler } from '@qitao/platform/server/excel/export.ts'
import { plainHandlers } from '@qitao/platform/server/list/plain-record.ts'
import { processExchange } from '../../model/masterdata.exchange.ts'
import { processCalls } from '../../model/process/process.calls.ts'
import { process } from '../../model/process/process.record.ts'

const plain = plainHandlers(process, processCalls, {
  table: 'process',
  keyword: ['code', 'name'],
  orders: ['code', 'name', 'status'],
  defaultOrder: 'code',
})
export const processHandlers = [
  ...plain,
  exportHandler(processCalls.export, plain[0], process, { imports: processExchange }),
]
