export * from '@qitao/outsourcing/model/outsource-order.calls.ts'
export * from '@qitao/outsourcing/model/outsourcing.errors.ts'
export * from '@qitao/outsourcing/model/price/process-price.calls.ts'
