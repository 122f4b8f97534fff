import { plainCalls, withExport } from '@qitao/core/call.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { skill } from './skill.record.ts'

const plain = plainCalls(skill, {
  prefix: '/mep_server/factory/',
  noun: 'skill',
  lists: [pages.workgroups],
  changes: [pages.workgroups],
})
export const skillCalls = withExport(plain, skill, '/mep_server/factory/export_skill')
