import { multiply } from '@qitao/core/quantity.ts'
import { type Text, text } from '@qitao/core/text.ts'
import type { Factory, SampleOrder } from './factory.ts'

/** S is a factory as it is described; M has a second machine beside each, and sells, buys and makes twice as much. */
export const sampleSizes = ['S', 'M'] as const
export type SampleSize = (typeof sampleSizes)[number]

const times = 2
const twice = (quantity: string): string => multiply(quantity, String(times))
const beside = (code: string): string => `${code}B`
const [besideWord, daysBetweenOrders]: readonly [Text, number] = [text('乙', 'B'), 1]
const second = ({ zh, en }: Text): Text => text(`${zh} ${besideWord.zh}`, `${en} ${besideWord.en}`)

/** Both of the same and its twin. */
const both = <T>(list: readonly T[], twin: (one: T) => T): T[] => list.flatMap(one => [one, twin(one)])

export function sized(factory: Factory, size: SampleSize): Factory {
  if (size === 'S') return factory
  const { customers, past, boughtStock } = factory
  const codes = customers.map(([code]) => code)
  const another = (code: string): string => codes[(codes.indexOf(code) + 1) % codes.length]!
  const isOperator = new Set(factory.devices.map(({ operator }) => operator))
  return {
    ...factory,
    people: factory.people.flatMap(one => {
      const [account, name, job_number, role] = one
      return isOperator.has(account) ? [one, [beside(account), second(name), beside(job_number), role] as const] : [one]
    }),
    workgroups: factory.workgroups.map(group => ({
      ...group,
      members: group.members.flatMap(account => (isOperator.has(account) ? [account, beside(account)] : [account])),
    })),
    devices: both(factory.devices, one => ({
      ...{ ...one, no: beside(one.no), name: second(one.name), operator: beside(one.operator) },
    })),
    cycleTimes: factory.cycleTimes.flatMap(one =>
      one.machine ? [one, { ...one, machine: beside(one.machine) }] : [one],
    ),
    changeovers: factory.changeovers.flatMap(one =>
      one.machine ? [one, { ...one, machine: beside(one.machine) }] : [one],
    ),
    moulds: factory.moulds.map(one => ({ ...one, quantity: one.quantity * times })),
    madeStock: Object.fromEntries(Object.entries(factory.madeStock).map(([code, quantity]) => [code, twice(quantity)])),
    boughtStock: {
      timesSafetyStock: twice(boughtStock.timesSafetyStock),
      short: Object.fromEntries(Object.entries(boughtStock.short).map(([code, quantity]) => [code, twice(quantity)])),
    },
    purchases: factory.purchases.map(purchase => ({
      ...purchase,
      lines: purchase.lines.map(([material, quantity]) => [material, twice(quantity)] as const),
    })),
    orders: both(
      factory.orders,
      ([stage, customer, ordered, due, priority, ...lines]): SampleOrder => [
        ...([stage, another(customer), ordered, due + daysBetweenOrders, priority, ...lines] as const),
      ],
    ),
    past: {
      ...past,
      lotHours: past.lotHours * times,
      sold: Object.fromEntries(
        Object.entries(past.sold).map(([code, [weekly, ...rest]]) => [code, [weekly * times, ...rest] as const]),
      ),
    },
  }
}
