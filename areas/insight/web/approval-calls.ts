import { queryApprovalDetail, queryApprovalList } from '@qitao/access/model/approval/approval.calls.ts'
import { queryMessageCount } from '@qitao/access/model/notice/notice.calls.ts'
import { listPurchaseOrders, showPurchaseOrder } from '@qitao/purchasing/model/purchase-order.calls.ts'
import { schemeCalls } from '@qitao/quality/model/scheme/scheme.calls.ts'
import { countSalesOrders, listSalesOrders, showSalesOrder } from '@qitao/sales/model/sales-order.calls.ts'
import { countCalls } from '@qitao/warehouse/model/count/count.calls.ts'
import { queryAssignedList } from '../model/assigned.calls.ts'

/** What a decision changes: the task centre, its count, and the documents themselves. */
export const approvalCalls = [
  ...[queryApprovalList, queryApprovalDetail, queryAssignedList, queryMessageCount],
  ...[schemeCalls.list, schemeCalls.detail, countCalls.list, countCalls.count, countCalls.detail],
  ...[listSalesOrders, countSalesOrders, showSalesOrder, listPurchaseOrders, showPurchaseOrder],
]
