import { DownloadOutlined, ImportOutlined } from '@ant-design/icons'
import type { AnyCall, Call } from '@qitao/core/call.ts'
import type { Exchange } from '@qitao/core/exchange.ts'
import type { FileAnswer } from '@qitao/core/file.ts'
import { text } from '@qitao/core/text.ts'
import { useDownload } from '@qitao/platform/web/call/download.ts'
import { ActButton } from '@qitao/platform/web/list/act-button.tsx'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { needing } from '@qitao/platform/web/session/rights.ts'
import { useSession } from '@qitao/platform/web/session/session.ts'
import { Button, Dropdown } from 'antd'
import { useState } from 'react'
import type { z } from 'zod'
import { importFile } from '../../model/record/excel.calls.ts'
import { ImportDialog } from './import.dialog.tsx'

/** What the buttons need to know of a list; the view of `ListPage` has it. */
export interface ExchangedList {
  /** Filters of the list. */
  readonly input: unknown
  readonly orderBy?: string | undefined
  readonly total?: number
  readonly selected?: readonly { readonly id?: unknown }[]
  readonly columns?: readonly { readonly name: string }[]
}
interface ExchangeButtonsProps {
  list: ExchangedList
  // biome-ignore lint/suspicious/noExplicitAny: an export takes the filters of its own list
  exports?: Call<any, z.ZodType<FileAnswer>>
  imports?: Exchange
  /** Calls whose answers an import changes. */
  refreshes?: readonly AnyCall[]
}

/** Most rows of an export (specification section 5). */
const mostExported = 2000

/** Import and export of a list. An export has what the list shows: its filters, its order, its columns. */
export function ExchangeButtons({ list, exports, imports, refreshes = [] }: ExchangeButtonsProps) {
  const { may } = useSession()
  const mayImport = imports?.pages.some(page => may(page))
  return (
    <>
      {imports && mayImport ? <ImportButton of={imports} refreshes={refreshes} /> : null}
      {exports ? <ExportButton list={list} call={exports} imports={imports} /> : null}
    </>
  )
}

export function ImportButton({ of, refreshes }: { of: Exchange; refreshes: readonly AnyCall[] }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <ActButton
        act={{
          title: text('导入', 'Import'),
          icon: <ImportOutlined aria-hidden />,
          run: needing({ ...importFile, grantedBy: of.pages }, () => setOpen(true)),
        }}
      />
      {open ? <ImportDialog of={of} refreshes={refreshes} onClose={() => setOpen(false)} /> : null}
    </>
  )
}

interface ExportButtonProps {
  list: ExchangedList
  // biome-ignore lint/suspicious/noExplicitAny: as above
  call: Call<any, z.ZodType<FileAnswer>>
  imports: Exchange | undefined
}
function ExportButton({ list, call, imports }: ExportButtonProps) {
  const say = useSay()
  const download = useDownload(call)
  const { input, orderBy, total = 0, selected = [], columns } = list
  const shown = columns && { columns: columns.map(({ name }) => name) }
  const asked = { ...(input as object), ...(orderBy ? { order_by: orderBy } : {}) }
  const ids = selected.flatMap(({ id }) => (typeof id === 'string' ? [id] : []))
  const choices = [
    {
      key: 'shown',
      label: say(text('导出当前列表（{total}条）', 'This list ({total})'), { total }),
      disabled: total > mostExported,
      title:
        total > mostExported
          ? say(text('一次最多导出2000条，请增加筛选条件', 'At most 2000 at once: filter the list'))
          : '',
      run: () => download.run({ ...asked, ...shown }),
    },
    {
      key: 'selected',
      label: say(text('导出所选（{count}条）', 'The selected ones ({count})'), { count: ids.length }),
      disabled: ids.length === 0,
      run: () => download.run({ ...asked, ...shown, ids }),
    },
    ...(imports
      ? [
          {
            key: 'all',
            label: say(text('导出全部字段，可再导入', 'All fields, to import again')),
            disabled: total > mostExported,
            run: () => download.run(ids.length > 0 ? { ...asked, ids } : asked),
          },
        ]
      : []),
  ]
  return (
    <Dropdown
      trigger={['click']}
      menu={{
        items: choices.map(({ run: _, ...item }) => item),
        onClick: ({ key }) => void choices.find(choice => choice.key === key)?.run(),
      }}
    >
      <Button icon={<DownloadOutlined aria-hidden />} loading={download.pending}>
        {say(text('导出', 'Export'))}
      </Button>
    </Dropdown>
  )
}
