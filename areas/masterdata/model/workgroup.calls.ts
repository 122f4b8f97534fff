import { plainCalls } from '@qitao/core/call.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { workgroup } from './workgroup.record.ts'

export const workgroupCalls = plainCalls(workgroup, {
  prefix: '/mep_server/factory/',
  noun: 'workgroup',
  lists: [pages.workgroups, pages.devices, pages.dispatch, pages.productionReport, pages.productionPlan, pages.roles],
  changes: [pages.workgroups],
})
