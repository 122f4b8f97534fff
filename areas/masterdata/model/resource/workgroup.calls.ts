import { plainCalls, withExport } from '@qitao/core/call.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { workgroup } from './workgroup.record.ts'

const plain = plainCalls(workgroup, {
  prefix: '/mep_server/factory/',
  noun: 'workgroup',
  lists: [
    pages.workgroups,
    pages.devices,
    pages.dispatch,
    pages.workshopPlan,
    pages.productionReport,
    pages.productionPlan,
    pages.roles,
    pages.wages,
  ],
  changes: [pages.workgroups],
})
export const workgroupCalls = withExport(plain, workgroup, '/mep_server/factory/export_workgroup')
