import { readCsv } from './csv.ts'

/** The books as they are published: every column as text, nothing decided yet. */
export function readBooks(folder: string) {
  const read = <const K extends string>(file: string, ...columns: K[]) => readCsv(folder, file, columns)
  return {
    units: read('units', 'unit', 'name'),
    products: read(
      'products',
      'product_id',
      'code',
      'name',
      'is_made',
      'is_sold',
      'color',
      'safety_stock',
      'reorder_point',
      'standard_cost',
      'list_price',
      'size',
      'size_unit',
      'days_to_manufacture',
      'subcategory',
      'category',
    ),
    boms: read('boms', 'assembly_product_id', 'component_product_id', 'start_date', 'end_date', 'unit', 'quantity_per'),
    locations: read('locations', 'location_id', 'name', 'hours_per_week'),
    shifts: read('shifts', 'name', 'start', 'end'),
    routings: read('routings_derived', 'product_id', 'operation', 'location_id', 'hours_per_unit', 'setup_hours'),
    inventory: read('inventory', 'product_id', 'location_id', 'shelf', 'bin', 'quantity'),
    suppliers: read('suppliers', 'supplier_id', 'code', 'name', 'preferred', 'active'),
    product_suppliers: read(
      'product_suppliers',
      'product_id',
      'supplier_id',
      'lead_time_days',
      'standard_price',
      'min_order_qty',
      'unit',
    ),
    purchase_orders: read('purchase_orders', 'purchase_order_id', 'status', 'supplier_id', 'order_date'),
    purchase_order_lines: read(
      'purchase_order_lines',
      'purchase_order_id',
      'due_date',
      'order_qty',
      'product_id',
      'unit_price',
      'received_qty',
    ),
    customers: read('customers', 'customer_id', 'name'),
    sales_lines: read('sales_lines', 'product_id', 'quantity', 'date'),
    work_orders: read('work_orders', 'work_order_id', 'product_id', 'order_qty', 'start_date', 'end_date', 'due_date'),
  }
}
export type Books = ReturnType<typeof readBooks>
export type Product = Books['products'][number]
