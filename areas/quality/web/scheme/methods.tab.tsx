import { text } from '@qitao/core/text.ts'
import { useCommand } from '@qitao/platform/web/call/use-command.ts'
import { remove } from '@qitao/platform/web/list/act.ts'
import { NewButton } from '@qitao/platform/web/list/act-button.tsx'
import { ListPage } from '@qitao/platform/web/list/list-page.tsx'
import { needing } from '@qitao/platform/web/session/rights.ts'
import { useState } from 'react'
import { methodCalls } from '../../model/scheme/method.calls.ts'
import { type QcMethodRow, qcMethod } from '../../model/scheme/method.record.ts'
import { methodAnswers } from '../refreshes.ts'
import { MethodDialog } from './method.dialog.tsx'

/** The library of methods, which plans share. */
export function MethodsTab() {
  const [edited, setEdited] = useState<{ id?: string; copy?: boolean }>()
  const drop = useCommand(methodCalls.drop, { refreshes: methodAnswers })
  const deletion = (rows: readonly QcMethodRow[]) =>
    remove(
      rows.map(({ code }) => code),
      drop.with({ ids: rows.map(({ id }) => id) }),
    )
  return (
    <>
      <ListPage
        call={methodCalls.list}
        record={qcMethod}
        columns={[
          { name: 'code', width: 150, opens: row => setEdited({ id: row.id }) },
          { name: 'name', width: 220 },
          { name: 'item_count', width: 90, sort: false },
          { name: 'scheme_count', width: 100, sort: false },
          { name: 'updated_time', width: 160 },
          { name: 'remark', width: 200, sort: false },
        ]}
        filters={['keyword']}
        rowActions={row => [
          { title: text('编辑', 'Edit'), run: needing(methodCalls.alter, () => setEdited({ id: row.id })) },
          { title: text('复制', 'Copy'), run: needing(methodCalls.add, () => setEdited({ id: row.id, copy: true })) },
          deletion([row]),
        ]}
        bulkActions={rows => [deletion(rows)]}
        toolbar={() => (
          <NewButton title={text('新建方法', 'New method')} run={needing(methodCalls.add, () => setEdited({}))} />
        )}
      />
      {edited ? <MethodDialog {...edited} onClose={() => setEdited(undefined)} /> : null}
    </>
  )
}
