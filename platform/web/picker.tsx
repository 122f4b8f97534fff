import type { AnyCall, In, Out } from '@qitao/core/call.ts'
import { text } from '@qitao/core/text.ts'
import { Select } from 'antd'
import { useDeferredValue, useEffect, useRef, useState } from 'react'
import { failureText } from './failures.ts'
import { useLanguage, useSay } from './language.ts'
import type { PickedRow, PickerProps, PickerType } from './pickers.ts'
import { ask, useCall } from './use-call.ts'

type RowOf<C> = Out<C> extends { result: (infer R)[] } ? R : never

interface PickerDefinition<L extends AnyCall, D extends AnyCall> {
  /** Searched by keyword. */
  list: L
  /** Finds the record of a value that is not among the found ones: input { id }. */
  detail: D
  label: (row: RowOf<L>) => string
  /** Fixed filters, as only what is enabled. */
  input?: Partial<In<L>>
  /** For pasted lines: the list input that finds records by their codes, and the code of a row. */
  byCodes?: { input: (codes: readonly string[]) => In<L>; code: (row: RowOf<L>) => string }
}
/** Milliseconds of rest after which typed words are searched. */
const typingRest = 250
const shownAtMost = 20
const labelAtMost = 50

/** A select over a list call, searched on the server. One is defined per record and registered by its area. */
export function definePicker<L extends AnyCall, D extends AnyCall>({
  list,
  detail,
  label,
  input,
  byCodes,
}: PickerDefinition<L, D>): PickerType {
  const labelOf = (row: PickedRow) => label(row as RowOf<L>)
  const nameOf = async (id: string): Promise<string | undefined> => {
    const answer: unknown = await ask(detail, { id } as In<D>).catch(() => undefined)
    return answer ? labelOf(recordOf(answer)) : undefined
  }

  function Picker({ value, onChange, multiple = false, known, defaultOpen = false, ...rest }: PickerProps) {
    const say = useSay()
    const language = useLanguage()
    const [open, setOpen] = useState(defaultOpen)
    const [keyword, setKeyword] = useResting(typingRest)
    const asked = useDeferredValue(keyword)
    const found = useCall(
      list,
      open ? ({ ...input, ...(asked ? { keyword: asked } : {}), page: 1, page_size: shownAtMost } as In<L>) : null,
      { keepPrevious: true },
    )
    const rows = ((found.data as { result?: PickedRow[] } | undefined)?.result ?? []) as PickedRow[]
    const chosen = useRef(new Map<string, PickedRow>())
    const values: readonly string[] = Array.isArray(value) ? value : value ? [value as string] : []
    const labels = useLabels(values, [...rows, ...chosen.current.values()])
    const labelled = (id: string) => ({ value: id, label: labels.get(id) ?? (values.length === 1 && known) ?? '…' })

    return (
      <Select
        {...rest}
        {...(multiple ? { mode: 'multiple' as const, maxTagCount: 'responsive' as const } : {})}
        labelInValue
        allowClear
        showSearch={{ filterOption: false, onSearch: setKeyword }}
        popupMatchSelectWidth={false}
        popupClassName="qt-picker-popup"
        loading={found.isFetching}
        open={open}
        onOpenChange={next => {
          setOpen(next)
          if (!next) setKeyword('')
        }}
        value={(multiple ? values.map(labelled) : values[0] ? labelled(values[0]) : null) as never}
        options={rows.map(row => ({ value: row.id, label: labelOf(row), title: labelOf(row) }))}
        notFoundContent={
          found.error
            ? failureText(found.error, language)
            : say(found.isPending ? text('搜索中…', 'Searching…') : text('没有匹配项', 'Nothing found'))
        }
        onChange={(next: unknown) => {
          const ids = (Array.isArray(next) ? next : next ? [next] : []).map(one => (one as { value: string }).value)
          for (const row of rows) if (ids.includes(row.id)) chosen.current.set(row.id, row)
          if (multiple) onChange?.(ids)
          else onChange?.(ids[0] ?? null, ids[0] ? chosen.current.get(ids[0]) : undefined)
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

  const find = byCodes
    ? async (codes: readonly string[]) => {
        const answer = (await ask(list, byCodes.input(codes))) as { result: RowOf<L>[] }
        return new Map(answer.result.map(row => [byCodes.code(row), row as unknown as PickedRow]))
      }
    : undefined
  return Object.assign(Picker, { byCodes: find, nameOf })
}

/** A detail call answers with the row itself or with it as `record`. */
const recordOf = (answer: unknown): PickedRow => ((answer as { record?: unknown }).record ?? answer) as PickedRow

function useResting(ms: number): [string, (next: string) => void] {
  const [value, setValue] = useState('')
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  return [
    value,
    next => {
      clearTimeout(timer.current)
      timer.current = setTimeout(() => setValue(next), next === '' ? 0 : ms)
    },
  ]
}
