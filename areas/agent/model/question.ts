import type { AnyCall, Call, Out } from '@qitao/core/call.ts'
import { formatQuantity, type Quantity } from '@qitao/core/quantity.ts'
import type { State } from '@qitao/core/status.ts'
import { type Language, say, type Text } from '@qitao/core/text.ts'
import { addDays, type Day, dayOf, type Instant, minuteOf, startOfDay } from '@qitao/core/time.ts'
import type { RecordKindName } from '@qitao/insight/model/record-kinds.ts'
import type { z } from 'zod'
import type { AnswerTable } from './agent.calls.ts'

/** The record that a question is about, as it was found. */
export interface Subject {
  readonly kind: RecordKindName
  readonly id: string
  readonly no: string
  readonly name: string | null
}
/** What a question is answered with. Every figure comes from `ask`, under the rights of who asks. */
export interface Asked {
  readonly language: Language
  readonly today: Day
  /** First instant of the day so many days from today. */
  readonly dayStart: (days: number) => Instant
  /** So many days from the one on, counted from today. */
  readonly days: (first: number, count: number) => [Instant, Instant]
  /** Only where the question has subjects. */
  readonly subject: Subject
  readonly now: Instant
  readonly ask: <I extends z.ZodType, O extends z.ZodType>(
    call: Call<I, O>,
    input: z.input<I>,
  ) => Promise<Out<Call<I, O>>>
  readonly say: (what: Text, values?: Readonly<Record<string, unknown>>) => string
  readonly day: (at: Instant | null | undefined) => string
  readonly time: (at: Instant | null | undefined) => string
  /** Address of the first page of the record that the member may open. */
  readonly linkTo: (kind: RecordKindName, found: { id: string; no: string; parent_id?: string | null }) => string | null
}
export interface Answer {
  readonly text: string
  readonly tables?: readonly AnswerTable[]
}
/** A kind of question, declared once: how people say it, what it is about, what is asked, how the answer is told. */
export interface Question {
  readonly key: string
  /** One for suggestions; `…` stands for the subject. */
  readonly example: Text
  /** Other ways to say it that are understood; kept by tests. */
  readonly also?: readonly string[]
  /** The group `what` is the subject. The first question whose words fit, and whose subject is found, answers. */
  readonly words: readonly RegExp[]
  readonly subjects?: readonly RecordKindName[]
  /** Who has no right to one of them is told so. */
  readonly calls: readonly AnyCall[]
  readonly answer: (asked: Asked) => Promise<Answer>
}

export const mostShown = 10

/** A column of an answer: its title, what stands in it, and whether that is a number. */
export type Column<R> = readonly [
  title: Text,
  cell: (row: R, asked: Asked) => string | number | null | undefined,
  kind?: 'number',
]

export const quantity = (value: Quantity | null | undefined, unit?: string | null): string =>
  value === null || value === undefined ? '' : [formatQuantity(value), unit].filter(Boolean).join(' ')
export const stateIn = <C extends number | string>(
  statuses: { readonly list: readonly State<C>[] },
  code: C | null | undefined,
  { say: told }: Asked,
): string => {
  const state = statuses.list.find(each => each.code === code)
  return state ? told(state) : ''
}

export function tableOf<R>(
  asked: Asked,
  title: Text,
  { result, total }: { result: readonly R[]; total: number },
  columns: readonly Column<R>[],
  link: (row: R) => string | null = () => null,
): AnswerTable {
  return {
    title: asked.say(title),
    columns: columns.map(([name, , kind]) => ({ title: asked.say(name), numeric: kind === 'number' })),
    rows: result.slice(0, mostShown).map(row => ({
      cells: columns.map(([, cell]) => String(cell(row, asked) ?? '')),
      link: link(row),
    })),
    total,
  }
}

// biome-ignore lint/suspicious/noExplicitAny: lists of all kinds of rows
type ListCall = Call<any, z.ZodType<{ result: any[]; total: number }>>
export type RowOf<C extends ListCall> = z.output<C['output']>['result'][number]

/** A question that one list answers: how many there are, and the first of them. */
export function listed<C extends ListCall>(
  declared: Omit<Question, 'calls' | 'answer'> & {
    readonly call: C
    readonly input: (asked: Asked) => z.input<C['input']>
    readonly title: Text
    /** `{total}` and `{what}` are filled in. */
    readonly some: Text
    readonly none: Text
    readonly columns: readonly Column<NoInfer<RowOf<C>>>[]
    readonly link?: (row: NoInfer<RowOf<C>>, asked: Asked) => string | null
  },
): Question {
  const { call, input, title, some, none, columns, link, ...question } = declared
  return {
    ...question,
    calls: [call],
    async answer(asked) {
      const found = await asked.ask(call, input(asked))
      const what = question.subjects ? nameOf(asked.subject) : ''
      if (found.total === 0) return { text: asked.say(none, { what }) }
      return {
        text: asked.say(some, { total: found.total, what }),
        tables: [tableOf(asked, title, found, columns, row => link?.(row, asked) ?? null)],
      }
    },
  }
}

/** `M-100 Frame`: number and name, the name once. */
export const nameOf = ({ no, name }: Pick<Subject, 'no' | 'name'>): string =>
  name && !name.includes(no) ? `${no} ${name}` : (name ?? no)

/** What depends on who asks and when. */
export const tellerOf = (language: Language, zone: string, now: Instant) => {
  const today = dayOf(now, zone)
  const dayStart = (days: number): Instant => startOfDay(addDays(today, days), zone)
  return {
    ...{ language, today, now },
    dayStart,
    days: (first: number, count: number): [Instant, Instant] => [dayStart(first), dayStart(first + count) - 1],
    say: (what: Text, values?: Readonly<Record<string, unknown>>) => say(what, language, values),
    day: (at: Instant | null | undefined) => (at === null || at === undefined ? '' : dayOf(at, zone)),
    time: (at: Instant | null | undefined) => (at === null || at === undefined ? '' : minuteOf(at, zone)),
  }
}
