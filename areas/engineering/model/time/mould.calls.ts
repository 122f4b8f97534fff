import { plainCalls, withExport } from '@qitao/core/call.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { mould } from './mould.record.ts'

const plain = plainCalls(mould, {
  prefix: '/mep_server/factory/',
  noun: 'mould',
  lists: [pages.changeovers],
  changes: [pages.changeovers],
})
export const mouldCalls = withExport(plain, mould, '/mep_server/factory/export_mould')
