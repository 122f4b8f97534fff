import type { Statuses } from '@qitao/core/status.ts'
import { type Text, text } from '@qitao/core/text.ts'
import type { ReactNode } from 'react'
import { type Run, withheldNow } from '../session/rights.ts'
import { type Ask, confirm } from '../show/confirm.tsx'

/** Something a person can do here: a button, a link in a row, an entry of a menu. */
export interface Act {
  readonly title: Text
  /** Knows the right that it takes; see `needing`. */
  readonly run: Run
  /** Why it is not possible now; the button is disabled and says so. */
  readonly whyNot?: Text | undefined
  readonly danger?: boolean | undefined
  readonly icon?: ReactNode
  /** Asked before it runs, naming what it is about. */
  readonly ask?: Ask | undefined
}

/** An action of a status table: its words, and why it is not possible in the present state, come from there. */
export const act = <S extends string, A extends string, C extends number | string>(
  table: Statuses<S, A, C>,
  name: A,
  code: C,
  run: Run,
  more: Partial<Act> = {},
): Act => ({
  title: { zh: table.actions[name].zh, en: sentence(table.actions[name].en) },
  whyNot: table.whyNot(name, code),
  run,
  ...more,
})
const sentence = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1)

/** Deletes what is named, after asking. */
export const remove = (names: readonly string[], run: Run, more: Partial<Act> = {}): Act => ({
  title: text('删除', 'Delete'),
  danger: true,
  ask: { title: text('确定删除？', 'Delete?'), objects: names, danger: true, ok: text('删除', 'Delete') },
  run,
  ...more,
})

export async function perform(action: Act): Promise<void> {
  if (action.whyNot || withheldNow(action.run.needs)) return
  if (action.ask && !(await confirm(action.ask))) return
  await action.run()
}
