import type { KnownRecords } from '@qitao/core/known-record.ts'
import { text } from '@qitao/core/text.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { priceProposalLine } from './price/price-proposal.record.ts'
import { seesUnitPrices } from './price/sees-unit-prices.ts'

const materialPages = [pages.materials, pages.editMaterial]
const devicePages = [pages.devices, pages.deviceDetail]
export const masterdataKnown: KnownRecords = {
  unit: { history: [pages.units] },
  material_type: { history: [pages.materialConfiguration] },
  material: {
    history: materialPages,
    guarded: { purchase_price: seesUnitPrices },
    attachments: { reads: [...materialPages, pages.productionReport, pages.materialBoms], changes: materialPages },
    custom: text('物料', 'Material'),
  },
  process: { history: [pages.processes] },
  device: {
    history: devicePages,
    attachments: { reads: [...devicePages, pages.productionPlan], changes: devicePages },
    custom: text('设备', 'Equipment'),
  },
  machine_rate: { history: [pages.unitPrices] },
  price_proposal: {
    history: [pages.unitPrices],
    lines: { of: priceProposalLine, parent: 'proposal_id' },
    // Submitted as they are saved: nothing is hung on them that their approver has not seen.
    attachments: { reads: [pages.unitPrices], changes: [] },
    numbers: { modules: ['TJ'], column: 'no' },
  },
  calendar: { history: [pages.calendars] },
  workgroup: { history: [pages.workgroups] },
  skill: { history: [pages.workgroups] },
  customer: { history: [pages.customers], custom: text('客户', 'Customer') },
  supplier: { history: [pages.suppliers], custom: text('供应商', 'Supplier') },
}
