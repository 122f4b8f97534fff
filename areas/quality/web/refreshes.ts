import { showMo, showMoBom } from '@qitao/manufacturing/model/mo/mo.calls.ts'
import { countStock, listStock, listStockMovements, showStock } from '@qitao/stock/model/stock.calls.ts'
import { itemCalls, methodCalls } from '../model/scheme/method.calls.ts'
import { schemeCalls } from '../model/scheme/scheme.calls.ts'
import { taskCalls } from '../model/task/task.calls.ts'

export const methodAnswers = [methodCalls.list, methodCalls.detail, itemCalls.list, itemCalls.detail]
export const schemeAnswers = [schemeCalls.list, schemeCalls.detail, schemeCalls.match, methodCalls.list]
export const taskAnswers = [taskCalls.list, taskCalls.count, taskCalls.detail, taskCalls.chart]
/** What goods are released, blocked or given away in. */
export const judgedAnswers = [...taskAnswers, listStock, countStock, showStock, listStockMovements, showMo, showMoBom]
