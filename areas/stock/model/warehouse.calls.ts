import { command, plainCalls, query, withExport } from '@qitao/core/call.ts'
import { id } from '@qitao/core/field.ts'
import { listInput, listOutput, written } from '@qitao/core/page.ts'
import { text } from '@qitao/core/text.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { z } from 'zod'
import { binRange, location, locationRow, warehouse } from './warehouse.record.ts'

const prefix = '/mep_server/factory/'
/** Every page on which a warehouse or a bin is chosen. */
const lists = [
  pages.locations,
  pages.containers,
  pages.stock,
  pages.inbound,
  pages.outbound,
  pages.editReceipt,
  pages.transfers,
  pages.editTransfer,
  pages.arrivalPlan,
  pages.shipping,
  pages.productionReport,
  pages.editMaterial,
]
const changes = [pages.locations]

export const warehouseCalls = withExport(
  plainCalls(warehouse, { prefix, noun: 'warehouse', lists, changes }),
  warehouse,
  `${prefix}export_warehouse`,
)

/** Adding, altering and deleting are plain. */
export const plainLocationCalls = plainCalls(location, { prefix, noun: 'location', lists, changes })
const listLocations = query(plainLocationCalls.list.path, {
  title: text('库位列表', 'Bin list'),
  grantedBy: lists,
  input: listInput({
    warehouse_id: id.optional(),
    warehouse_ids: z.array(id).max(100).optional(),
    written,
    statuses: z.array(z.int()).max(10).optional(),
    /** true: only bins without stock; false: only bins with stock. */
    empty: z.boolean().optional(),
  }),
  output: listOutput(locationRow),
  records: [location],
})
export const locationCalls = withExport(
  {
    ...plainLocationCalls,
    list: listLocations,
    detail: query(plainLocationCalls.detail.path, {
      title: text('查看库位', 'Show bin'),
      grantedBy: lists,
      input: z.strictObject({ id }),
      output: z.object({ record: locationRow }),
      records: [location],
    }),
  },
  location,
  `${prefix}export_location`,
)

/** Ours: those that are there already stay as they are. */
export const addBinRange = command(`${prefix}add_location_range`, {
  title: text('批量新建库位', 'Add bins'),
  grantedBy: changes,
  input: binRange.input,
  output: z.object({ affected: z.int(), existing: z.int() }),
  records: [binRange],
})
