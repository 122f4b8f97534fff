import { query } from '@qitao/core/call.ts'
import { id, instant } from '@qitao/core/field.ts'
import { text } from '@qitao/core/text.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { z } from 'zod'

const named = { material_id: id, material_code: z.string(), material_name: z.string(), unit_name: z.string() }

// Handled in `areas/outsourcing/server/supplier-offer.ts`, the last area that knows of suppliers.
/** Ours: what a supplier supplies, what he asks for it, and how much of our work he can take. */
export const showSupplierOffer = query('/mep_server/factory/query_supplier_offer', {
  title: text('供应商供货', 'What a supplier supplies'),
  grantedBy: [pages.suppliers],
  input: z.strictObject({ supplier_id: id }),
  output: z.object({
    /** Of which he is the usual supplier, or that were bought of him or are priced by him. */
    materials: z.array(
      z.object({
        ...named,
        usual: z.boolean(),
        /** Of the material, in days. */
        lead_time: z.int(),
        open_quantity: z.string(),
        /** When it was ordered of him last. */
        last_ordered: instant.nullable(),
      }),
    ),
    /** In force or to come. */
    prices: z.array(
      z.object({
        id,
        ...named,
        from_quantity: z.string(),
        price: z.string(),
        currency: z.string(),
        minimum_quantity: z.string().nullable(),
        pack_quantity: z.string().nullable(),
        lead_days: z.int().nullable(),
        valid_from: instant,
        valid_to: instant.nullable(),
      }),
    ),
    /** Lanes of his in the plan. */
    lanes: z.array(
      z.object({
        device_id: id,
        machine_no: z.string(),
        name: z.string(),
        processes: z.array(z.string()),
        /** Of him, where the lane has none of its own. */
        lead_days: z.int(),
        capacity: z.int(),
        open_tasks: z.int(),
        /** When the last of them ends. */
        busy_until: instant.nullable(),
      }),
    ),
    /** Null: who asks does not see orders to suppliers. */
    process_prices: z
      .array(
        z.object({
          id,
          process_name: z.string(),
          material_code: z.string().nullable(),
          material_name: z.string().nullable(),
          price: z.string(),
          currency: z.string(),
          valid_from: instant,
          valid_to: instant.nullable(),
        }),
      )
      .nullable(),
  }),
})
