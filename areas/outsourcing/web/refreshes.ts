import { stockAnswers } from '@qitao/warehouse/web'
import {
  listOutsideOperations,
  listOutsourceMaterial,
  listOutsourceReceipts,
  listOutsourceSettlements,
  outsourceOrderCalls,
} from '../model/outsource-order.calls.ts'

/** All that an outsourcing order shows. */
export const outsourceAnswers = [
  ...[outsourceOrderCalls.list, outsourceOrderCalls.count, outsourceOrderCalls.detail],
  ...[listOutsideOperations, listOutsourceMaterial, listOutsourceReceipts, listOutsourceSettlements],
  ...stockAnswers,
]
