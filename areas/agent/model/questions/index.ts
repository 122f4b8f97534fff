import { type Text, text } from '@qitao/core/text.ts'
import type { Question } from '../question.ts'
import { floorQuestions } from './floor.ts'
import { goodsQuestions } from './goods.ts'
import { orderQuestions } from './orders.ts'
import { planQuestions } from './plan.ts'
import { supplyQuestions } from './supply.ts'

/** All that is understood; within and across groups the first that fits answers, so what names a record stands before what names none. */
export const questionGroups: readonly { readonly title: Text; readonly questions: readonly Question[] }[] = [
  { title: text('销售', 'Sales'), questions: orderQuestions },
  { title: text('计划', 'Plan'), questions: planQuestions },
  { title: text('物料', 'Material'), questions: goodsQuestions },
  { title: text('采购', 'Buying'), questions: supplyQuestions },
  { title: text('现场与质量', 'Floor and quality'), questions: floorQuestions },
]
export const questions: readonly Question[] = questionGroups
  .flatMap(group => group.questions)
  .sort((a, b) => Number(b.subjects !== undefined) - Number(a.subjects !== undefined))
