import { plainCalls } from '@qitao/core/call.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { materialType } from './material-type.record.ts'

export const materialTypeCalls = plainCalls(materialType, {
  prefix: '/mep_server/factory/',
  noun: 'material_type',
  lists: [pages.materialConfiguration, pages.materials, pages.editMaterial],
  changes: [pages.materialConfiguration],
})
