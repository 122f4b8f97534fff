/**
 * The one order in which a transaction locks the documents of the factory (`for update`, update, delete), and rows of one table by
 * their ids: two commands that meet on the same rows wait for each other, and never in a circle. Lines, operations, components,
 * assignments and the like are guarded by their document's lock and have no place of their own. What a transaction has locked it
 * may touch again at any time. Locked is `for no key update` where lines and receipts refer to the document: their insert holds a
 * share of it, and two that then want all of it would wait for each other. Tests listen to what is really locked and refuse another order.
 */
export const lockOrder = [
  // Prices wait for nothing but their approval.
  'price_proposal',
  'receipt',
  'pick_wave',
  'trace_case',
  'trace_hold',
  'transfer',
  'inventory_count',
  'stock_adjustment',
  'qc_task',
  'outsource_order',
  'plan_message',
  // Before its orders: what has come of them moves the arrivals that announced it.
  'arrival',
  'purchase_order',
  // Before work orders: planners who wait for each other hold up nobody on the floor.
  'plan_head',
  'simulation_version',
  'mo',
  'production_task',
  'report_record',
  'andon_call',
  // What happened to a task outdates what was asked of it.
  'plan_change_request',
  // Reports are read for it, never held.
  'supplement_sheet',
  'wage_period',
  'wage_sheet',
  'purchase_request',
  // Work orders tell the sales order at their end, so it is held shortest.
  // Before its order: what has come back is told there.
  'sales_return',
  // What becomes an order is held before it.
  'quotation',
  'sales_order',
  'inquiry',
  'container',
  'serial_number',
  'stock_lot',
  // Everybody wants it.
  'inventory',
] as const
