import type { AnyCall, In, Out } from '@qitao/core/call.ts'
import { type Text, text } from '@qitao/core/text.ts'
import { Select } from 'antd'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { CallFailure, failureText } from '../call/failures.ts'
import { ask, useCall } from '../call/use-call.ts'
import { useLanguage, useSay } from '../session/language.ts'
import { toast } from '../show/toast.ts'
import { meant, meantOf } from './picker-meaning.ts'
import type { PickedRow, PickerProps, PickerType } from './pickers.ts'
import { tabLeaves, tabOnward } from './tab-onward.ts'

type RowOf<C> = Out<C> extends { result: (infer R)[] } ? R : never

interface PickerDefinition<L extends AnyCall, D extends AnyCall> {
  /** Searched by keyword. */
  list: L
  /** Finds the record of a value that is not among the found ones: input { id }. */
  detail: D
  label: (row: RowOf<L>) => string
  /** Fixed filters, as only what is enabled. */
  input?: Partial<In<L>>
}
/** Milliseconds of rest after which typed words are searched. */
const typingRest = 250
const shownAtMost = 20
const labelAtMost = 50

/**
 * A select over a list call, searched on the server. One is defined per record and registered by its area. Enter and Tab wait
 * for the answer to the text that stands in it, as a scanner types it at once, and take what it means; see `meant`.
 */
export function definePicker<L extends AnyCall, D extends AnyCall>({
  list,
  detail,
  label,
  input,
}: PickerDefinition<L, D>): PickerType {
  const labelOf = (row: PickedRow) => label(row as RowOf<L>)
  const nameOf = async (id: string): Promise<string | undefined> => {
    const answer: unknown = await ask(detail, { id } as In<D>).catch(() => undefined)
    return answer ? labelOf(recordOf(answer)) : undefined
  }

  const isAskedByWords = 'written' in ((list.input as { shape?: object }).shape ?? {})
  const find = isAskedByWords
    ? async (words: readonly string[]) => {
        const answer = await ask(list, { ...input, written: words, page_size: -1 } as unknown as In<L>)
        return meantOf(words, (answer as { result: PickedRow[] }).result)
      }
    : undefined
  const searchOf = (keyword: string) =>
    ({ ...input, ...(keyword ? { keyword } : {}), page: 1, page_size: shownAtMost }) as In<L>
  const meaning = async (text: string): Promise<PickedRow | undefined> => {
    const exact = (await find?.([text]))?.get(text)?.row
    if (exact) return exact
    const { result, total } = (await ask(list, searchOf(text))) as { result: PickedRow[]; total: number }
    return meant(text, result, total)
  }

  function Picker({
    value,
    onChange,
    multiple = false,
    without = [],
    known,
    defaultOpen = false,
    ...rest
  }: PickerProps) {
    const say = useSay()
    const language = useLanguage()
    const [open, setOpen] = useState(defaultOpen)
    /** The text that stands in it. */
    const [typed, setTyped] = useState('')
    const [keyword, setKeyword] = useResting(typed.trim(), typingRest)
    const [asking, setAsking] = useState(false)
    /** Counts what the person does: an answer to something before is no longer wanted. */
    const turn = useRef(0)
    /** The row that is lit was chosen with the arrow keys. */
    const walked = useRef(false)
    const found = useCall(list, open ? searchOf(keyword) : null, { keepPrevious: true })
    const isAnswered = keyword === typed.trim() && !found.isPlaceholderData && found.data !== undefined
    const listed = ((found.data as { result?: PickedRow[] } | undefined)?.result ?? []) as PickedRow[]
    const rows = listed.filter(({ id }) => !without.includes(id))
    const chosen = useRef(new Map<string, PickedRow>())
    const values: readonly string[] = Array.isArray(value) ? value : value ? [value as string] : []
    const labels = useLabels(values, [...rows, ...chosen.current.values()])
    const labelled = (id: string) => ({ value: id, label: labels.get(id) ?? (values.length === 1 && known) ?? '…' })

    const type = (text: string) => {
      walked.current = false
      setTyped(text)
      // Emptied when it closes, too: what was asked with Enter is still meant.
      if (text !== '') giveUp()
    }
    const giveUp = () => {
      turn.current++
      setAsking(false)
    }
    const show = (next: boolean) => {
      setOpen(next)
      if (!next) type('')
    }
    const take = (ids: readonly string[], picked: readonly PickedRow[]) => {
      for (const row of picked) if (ids.includes(row.id)) chosen.current.set(row.id, row)
      giveUp()
      type('')
      if (multiple) onChange?.([...ids])
      else onChange?.(ids[0] ?? null, ids[0] ? chosen.current.get(ids[0]) : undefined)
    }
    const takeMeant = async (box: HTMLInputElement | HTMLTextAreaElement, onward?: 'forth' | 'back') => {
      const now = ++turn.current
      const text = typed.trim()
      const isHere = () => document.activeElement === box
      setAsking(true)
      // What is scanned next replaces it, also when nothing is found.
      box.select()
      const row = await meaning(text).catch((failure: unknown) => {
        if (!(failure instanceof CallFailure)) throw failure
        toast.failure(failure)
      })
      if (now !== turn.current) return
      setAsking(false)
      if (row) {
        const from = box.closest<HTMLElement>('[role=grid]') ?? box
        // A grid takes the next key where this leaves it.
        flushSync(() => {
          setOpen(false)
          take(multiple ? [...values.filter(id => id !== row.id), row.id] : [row.id], [row])
        })
        if (onward) tabOnward(from, onward === 'back')
      } else if (isHere()) {
        setKeyword(text)
        setOpen(true)
        box.select()
      } else toast.warning(notOne(text))
    }
    const onKeys = (event: KeyboardEvent<HTMLInputElement | HTMLTextAreaElement>) => {
      if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey || event.altKey) return
      if (event.key === 'Escape') giveUp()
      if (event.key === 'ArrowUp' || event.key === 'ArrowDown') walked.current = open && isAnswered
      if ((event.key !== 'Enter' && event.key !== 'Tab') || (event.key === 'Enter' && walked.current)) return
      if (typed.trim() !== '') {
        event.preventDefault()
        event.stopPropagation()
        if (!asking)
          void takeMeant(event.currentTarget, event.key === 'Enter' ? undefined : event.shiftKey ? 'back' : 'forth')
      } else if (event.key === 'Tab') {
        show(false)
        tabLeaves(event)
      } else if (open) {
        // Nothing was typed or walked to: nothing is meant.
        event.preventDefault()
        event.stopPropagation()
      }
    }

    return (
      <Select
        {...rest}
        {...(multiple ? { mode: 'multiple' as const, maxTagCount: 'responsive' as const } : {})}
        labelInValue
        allowClear
        showSearch={{ filterOption: false, searchValue: typed, onSearch: type }}
        onInputKeyDown={onKeys}
        defaultActiveFirstOption={false}
        popupMatchSelectWidth={false}
        popupClassName="qt-picker-popup"
        loading={found.isFetching || asking}
        open={open}
        onOpenChange={show}
        value={(multiple ? values.map(labelled) : values[0] ? labelled(values[0]) : null) as never}
        options={rows.map(row => ({ value: row.id, label: labelOf(row), title: labelOf(row) }))}
        notFoundContent={
          found.error
            ? failureText(found.error, language)
            : say(found.isPending ? text('搜索中…', 'Searching…') : text('没有匹配项', 'Nothing found'))
        }
        onChange={(next: unknown) => {
          const ids = (Array.isArray(next) ? next : next ? [next] : []).map(one => (one as { value: string }).value)
          take(ids, rows)
        }}
      />
    )
  }

  /** Labels of values; those that the search did not bring are asked for one by one, from the cache when known. */
  function useLabels(values: readonly string[], rows: readonly PickedRow[]): ReadonlyMap<string, string> {
    const [fetched, setFetched] = useState<ReadonlyMap<string, string>>(new Map())
    const byId = new Map(rows.map(row => [row.id, labelOf(row)]))
    const missing = values.filter(id => !byId.has(id) && !fetched.has(id)).slice(0, labelAtMost)
    const key = missing.join()
    useEffect(() => {
      if (!key) return
      let wanted = true
      const fetchLabel = async (id: string): Promise<readonly [string, string]> => [id, (await nameOf(id)) ?? id]
      void Promise.all(key.split(',').map(fetchLabel)).then(entries => {
        if (wanted) setFetched(now => new Map([...now, ...entries]))
      })
      return () => {
        wanted = false
      }
    }, [key])
    return new Map([...fetched, ...byId])
  }

  return Object.assign(Picker, { byWords: find, nameOf, labelOf })
}

const notOne = (text: string): Text => ({
  zh: `「${text}」没有匹配项，或不止一个，未选择`,
  en: `"${text}" was not found, or is more than one; nothing was chosen`,
})
/** A detail call answers with the row itself or with it as `record`. */
const recordOf = (answer: unknown): PickedRow => ((answer as { record?: unknown }).record ?? answer) as PickedRow

/** The value once it has rested, and a way to have one at once. */
function useResting(value: string, ms: number): [string, (next: string) => void] {
  const [rested, setRested] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), value === '' ? 0 : ms)
    return () => clearTimeout(timer)
  }, [value, ms])
  return [rested, setRested]
}
