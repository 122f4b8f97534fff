import { query } from '@qitao/core/call.ts'
import { codeOf, ids, plainString } from '@qitao/core/field.ts'
import { fileOutput } from '@qitao/core/file.ts'
import { statuses } from '@qitao/core/status.ts'
import { text } from '@qitao/core/text.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { z } from 'zod'

/** Sizes in mm (specification section 3). */
export const labelType = statuses({
  barcode: { code: 1, zh: '条形码 90×45mm', en: 'Bar code 90 x 45 mm', colour: 'neutral' },
  qrcode: { code: 2, zh: '二维码 90×90mm', en: 'QR code 90 x 90 mm', colour: 'neutral' },
})
/** Object keys for labels (specification section 3). */
export const labelObject = statuses({
  location: { code: 30, zh: '库位', en: 'Bin', colour: 'neutral' },
  device: { code: 43, zh: '设备', en: 'Equipment', colour: 'neutral' },
  material: { code: 44, zh: '物料', en: 'Material', colour: 'neutral' },
  container: { code: 45, zh: '容器', en: 'Container', colour: 'neutral' },
  /** Ours: of a balance, with what its lot came with. */
  lot: { code: 46, zh: '批次', en: 'Lot', colour: 'neutral' },
})
export const mostCopies = 100
/** Lines of a label beside its code and name. */
export const mostCustomOnLabel = 3

/** Handled in `areas/stock/server/label.handlers.ts`, the last area whose records have labels. */
export const printLabel = query('/mep_server/biz/label/print_label', {
  title: text('打印标签', 'Print labels'),
  grantedBy: [pages.locations, pages.devices, pages.materials, pages.containers, pages.stock],
  input: z.strictObject({
    label_type: codeOf(labelType),
    object_key: codeOf(labelObject),
    object_ids: ids(),
    /** Of each label. */
    copies: z.int().min(1).max(mostCopies).default(1),
    /** Fields of the company's own that the labels show as well. */
    custom_keys: z.array(plainString(40)).max(mostCustomOnLabel).default([]),
  }),
  output: fileOutput,
})
