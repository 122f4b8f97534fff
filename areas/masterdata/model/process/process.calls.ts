import { plainCalls, withExport } from '@qitao/core/call.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { process } from './process.record.ts'

const plain = plainCalls(process, {
  prefix: '/mep_server/factory/',
  noun: 'process',
  lists: [
    pages.processes,
    pages.devices,
    pages.routings,
    pages.manufacturingBoms,
    pages.selectManufacturingBom,
    pages.cycleTimes,
    pages.productionPlan,
    pages.manufacturingOrders,
    pages.dispatch,
    pages.progress,
    pages.productionReport,
    pages.wages,
    pages.supplements,
  ],
  changes: [pages.processes],
})
export const processCalls = withExport(plain, process, '/mep_server/factory/export_process')
