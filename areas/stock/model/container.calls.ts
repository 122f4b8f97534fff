import { affected, command, plainCalls, query, withExport } from '@qitao/core/call.ts'
import { id, positiveQuantity } from '@qitao/core/field.ts'
import { listInput, listOutput } from '@qitao/core/page.ts'
import { text } from '@qitao/core/text.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { z } from 'zod'
import { container, containerRow, containerStockRow, containerType } from './container.record.ts'

const prefix = '/mep_server/factory/'
const page = [pages.containers]

export const containerTypeCalls = withExport(
  plainCalls(containerType, { prefix, noun: 'container_type', lists: page, changes: page }),
  containerType,
  `${prefix}export_container_type`,
)

/** Adding is plain. */
export const plainContainerCalls = plainCalls(container, { prefix, noun: 'container', lists: page, changes: page })
export const containerCalls = withExport(
  {
    ...plainContainerCalls,
    list: query(plainContainerCalls.list.path, {
      title: plainContainerCalls.list.title,
      grantedBy: page,
      input: listInput({
        container_type_id: id.optional(),
        location_id: id.optional(),
        statuses: z.array(z.int()).max(10).optional(),
        /** true: only containers with nothing in them; false: only those that hold stock. */
        empty: z.boolean().optional(),
      }),
      output: listOutput(containerRow),
      records: [container],
    }),
    detail: query(plainContainerCalls.detail.path, {
      title: plainContainerCalls.detail.title,
      grantedBy: page,
      input: z.strictObject({ id }),
      output: z.object({ record: containerRow }),
      records: [container],
    }),
  },
  container,
  `${prefix}export_container`,
)

/** What is in the container, and what lies loose in its bin and could be packed. */
export const showContainerStock = query(`${prefix}query_container_stock`, {
  title: text('查看容器内库存', 'Show stock of a container'),
  grantedBy: page,
  input: z.strictObject({ id }),
  output: z.object({ packed: z.array(containerStockRow), loose: z.array(containerStockRow) }),
})

export const mostPackedLines = 200
const packing = z.strictObject({
  id,
  /** Rows of stock, each once, and how much of each. */
  lines: z
    .array(z.strictObject({ inventory_id: id, quantity: positiveQuantity }))
    .min(1)
    .max(mostPackedLines)
    .refine(lines => new Set(lines.map(line => line.inventory_id)).size === lines.length),
})
/** From the bin into the container that stands in it. */
export const packContainer = command(`${prefix}pack_container`, {
  title: text('装入容器', 'Pack a container'),
  grantedBy: page,
  input: packing,
  output: affected,
  records: [container],
})
/** Out of the container into its bin. */
export const unpackContainer = command(`${prefix}unpack_container`, {
  title: text('从容器取出', 'Unpack a container'),
  grantedBy: page,
  input: packing,
  output: affected,
  records: [container],
})
